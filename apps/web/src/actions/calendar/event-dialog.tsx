import { Button, Checkbox, Group, Modal, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import {
  MAX_EVENT_DAYS,
  MAX_EVENT_NAME,
  MAX_EVENT_RATIO,
  type ShopEventRequest,
  shopEventRequestSchema,
} from '@stockcast/contract'
import { useState } from 'react'
import classes from './calendar.module.css'

interface EventDialogProps {
  /** The product that a sale is of; null: the whole shop. */
  variant: { variantId: number; title: string } | null
  today: string
  isOpen: boolean
  isSaving: boolean
  onClose: () => void
  onAdd: (event: ShopEventRequest) => void
}

type Kind = 'closed' | 'sale'

/** Asks for a closing or a sale. */
export function EventDialog({ variant, today, isOpen, isSaving, onClose, onAdd }: EventDialogProps) {
  const [kind, setKind] = useState<Kind>(variant === null ? 'closed' : 'sale')
  const [name, setName] = useState('')
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(today)
  const [isYearly, setIsYearly] = useState(false)
  const [ratio, setRatio] = useState<number | string>('')
  const [isOfProduct, setIsOfProduct] = useState(variant !== null)
  const [isChecked, setIsChecked] = useState(false)
  const event: ShopEventRequest = {
    kind,
    name,
    from,
    to,
    repeats: isYearly ? 'yearly' : 'never',
    effectRatio: kind === 'sale' && typeof ratio === 'number' ? ratio : null,
    variantIds: kind === 'sale' && isOfProduct && variant !== null ? [variant.variantId] : null,
  }
  const checked = shopEventRequestSchema.safeParse(event)
  const faultOf = (field: string) => {
    if (!isChecked || checked.success || !checked.error.issues.some(({ path }) => path[0] === field))
      return null
    return field === 'to'
      ? `Choose a day from the first one to ${MAX_EVENT_DAYS} days later.`
      : 'Choose a day.'
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title="Add closing or sale">
      <form
        className={classes.form}
        onSubmit={(submitted) => {
          submitted.preventDefault()
          setIsChecked(true)
          if (checked.success) onAdd(event)
        }}
      >
        <SegmentedControl
          aria-label="Kind"
          value={kind}
          onChange={(next) => setKind(next as Kind)}
          data={[
            { value: 'closed', label: 'Shop closed' },
            { value: 'sale', label: 'Sale or event' },
          ]}
        />
        <TextInput
          label="Name"
          placeholder={kind === 'closed' ? 'Summer break' : 'Black Friday'}
          maxLength={MAX_EVENT_NAME}
          value={name}
          onChange={(changed) => setName(changed.currentTarget.value)}
        />
        <div className={classes.pair}>
          <TextInput
            type="date"
            label="First day"
            required
            withAsterisk={false}
            value={from}
            error={faultOf('from')}
            onChange={(changed) => setFrom(changed.currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Last day"
            required
            withAsterisk={false}
            value={to}
            error={faultOf('to')}
            onChange={(changed) => setTo(changed.currentTarget.value)}
          />
        </div>
        <Checkbox
          label="Each year on these dates"
          checked={isYearly}
          onChange={(changed) => setIsYearly(changed.currentTarget.checked)}
        />
        {kind === 'sale' && (
          <NumberInput
            label="Sells how many times as much as usual"
            description="Leave it empty to expect what earlier sales did."
            min={0}
            max={MAX_EVENT_RATIO}
            decimalScale={2}
            value={ratio}
            onChange={setRatio}
          />
        )}
        {kind === 'sale' && variant !== null && (
          <Checkbox
            label={`Only ${variant.title}`}
            checked={isOfProduct}
            onChange={(changed) => setIsOfProduct(changed.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={isSaving}>
            Add
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
