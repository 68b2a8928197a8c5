import { Button, Checkbox, Group, Modal, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { majorAmount, minorAmount, type PurchaseOrder, type SavePurchaseOrder } from '@stockcast/contract'
import { type FormEvent, useState } from 'react'
import { useLocations } from '../../locations/use-location.ts'
import { amountField } from '../../money.ts'
import classes from '../order.module.css'
import { useOrderAction } from '../use-order-action.ts'

interface DetailsDialogProps {
  order: PurchaseOrder
  isOpen: boolean
  onClose: () => void
}

/** Changes the expected day, the costs beside the products and the note of an order. What was typed outlasts Escape. */
export function DetailsDialog({ order, isOpen, onClose }: DetailsDialogProps) {
  const [typed, setTyped] = useState<Partial<Details>>({})
  const end = () => {
    setTyped({})
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title="Change day, costs or note" closeOnClickOutside={false}>
      <DetailsForm
        order={order}
        details={{ ...detailsOf(order), ...typed }}
        onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
        onEnd={end}
      />
    </Modal>
  )
}

interface Details extends Record<Cost, number | string> {
  expectedOn: string
  isConfirmed: boolean
  costSharing: PurchaseOrder['costSharing']
  locationId: number | null
  note: string
}

function detailsOf(order: PurchaseOrder): Details {
  const { currency, expectedOn, isConfirmed, costSharing, note } = order
  return {
    expectedOn: expectedOn ?? '',
    isConfirmed,
    freightMinor: majorAmount(order.freightMinor, currency),
    dutyMinor: majorAmount(order.dutyMinor, currency),
    otherMinor: majorAmount(order.otherMinor, currency),
    costSharing,
    locationId: order.locationId,
    note: note ?? '',
  }
}

const costs = { freightMinor: 'Freight', dutyMinor: 'Duty', otherMinor: 'Other' } as const
type Cost = keyof typeof costs

const sharings = [
  { value: 'value', label: 'by value' },
  { value: 'units', label: 'by units' },
  { value: 'none', label: 'not shared out' },
]

interface DetailsFormProps {
  order: PurchaseOrder
  details: Details
  onChange: (change: Partial<Details>) => void
  /** Called when it was saved or cancelled. */
  onEnd: () => void
}

function DetailsForm({ order, details, onChange, onEnd }: DetailsFormProps) {
  const { currency } = order
  const { run, isPending } = useOrderAction(order)
  const { expectedOn, isConfirmed, costSharing, locationId, note } = details
  const locations = useLocations()
  const minor = (cost: Cost) => minorAmount(Number(details[cost]) || 0, currency)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const change: Omit<SavePurchaseOrder, 'version'> = {
      expectedOn: expectedOn === '' ? null : expectedOn,
      isConfirmed: expectedOn !== '' && isConfirmed,
      freightMinor: minor('freightMinor'),
      dutyMinor: minor('dutyMinor'),
      otherMinor: minor('otherMinor'),
      costSharing,
      ...(locationId !== order.locationId && { locationId }),
      note: note.trim() === '' ? null : note.trim(),
    }
    // What was typed stays where it could not be saved.
    void run({ kind: 'save', change }).then((isSaved) => isSaved && onEnd())
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        type="date"
        label="Expected on"
        value={expectedOn}
        onChange={(event) => onChange({ expectedOn: event.currentTarget.value })}
      />
      <Checkbox
        label="The supplier confirmed this day"
        checked={isConfirmed}
        disabled={expectedOn === ''}
        onChange={(event) => onChange({ isConfirmed: event.currentTarget.checked })}
      />
      {locations.length > 0 && (
        <Select
          label="Delivered to"
          placeholder="Not said"
          data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={locationId === null ? null : String(locationId)}
          clearable
          clearButtonProps={{ 'aria-label': 'Not said' }}
          onChange={(value) => onChange({ locationId: value === null ? null : Number(value) })}
        />
      )}
      <div className={classes.pair}>
        {(Object.keys(costs) as Cost[]).map((cost) => (
          <NumberInput
            key={cost}
            label={`${costs[cost]}, ${currency}`}
            hideControls
            value={details[cost]}
            onChange={(value) => onChange({ [cost]: value })}
            {...amountField(currency)}
          />
        ))}
      </div>
      <Select
        label="Costs are shared among the products"
        data={sharings}
        value={costSharing}
        allowDeselect={false}
        onChange={(value) => value !== null && onChange({ costSharing: value as typeof costSharing })}
      />
      <Textarea
        label="Note to the supplier"
        description="Printed on the order."
        rows={3}
        resize="vertical"
        maxLength={2000}
        value={note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
      <Group justify="flex-end" gap={8}>
        <Button onClick={onEnd}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isPending}>
          Save
        </Button>
      </Group>
    </form>
  )
}
