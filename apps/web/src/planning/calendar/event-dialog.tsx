import {
  Button,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Select,
  Skeleton,
  TextInput,
} from '@mantine/core'
import {
  MAX_EVENT_DAYS,
  MAX_EVENT_NAME,
  MAX_EVENT_PRODUCTS,
  MAX_EVENT_RATIO,
  type ShopEvent,
  type ShopEventDetail,
  type ShopEventRequest,
  shopEventRequestSchema,
} from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { groupChoicesQuery } from '../../api/queries.ts'
import { keepFocus } from '../../ui/browser/keep-focus.ts'
import { toSentence } from '../../ui/messages/error-messages.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import classes from './calendar.module.css'
import { type ChosenProduct, ProductChoices } from './product-choices.tsx'
import { eventQuery } from './use-calendar.ts'

interface EventDialogProps {
  /** The entry that is changed, `new`, or null while closed. */
  subject: ShopEvent | 'new' | null
  /** The product that a new sale is of; null: the whole shop. */
  variant: ChosenProduct | null
  today: string
  onClose: () => void
  onSave: (event: ShopEventRequest) => void
}

/** Asks for a closing or a sale. */
export function EventDialog({ subject, onClose, ...rest }: EventDialogProps) {
  return (
    <Modal
      opened={subject !== null}
      onClose={onClose}
      onExitTransitionEnd={keepFocus}
      title={subject === 'new' ? 'Add closing or sale' : 'Change the calendar'}
    >
      {subject === 'new' && <Fields stored={null} {...rest} onClose={onClose} />}
      {subject !== null && subject !== 'new' && <StoredFields event={subject} {...rest} onClose={onClose} />}
    </Modal>
  )
}

type FormProps = Omit<EventDialogProps, 'subject'>

function StoredFields({ event, ...rest }: FormProps & { event: ShopEvent }) {
  // An open form keeps what was typed, so the latest is loaded first.
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery(eventQuery(event.id))
  if (data && isFetchedAfterMount) return <Fields stored={data} {...rest} />
  if (error) {
    return (
      <ErrorState
        title="Failed to load the entry"
        message={toSentence(error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  return (
    <Loading label="Loading the entry...">
      <Skeleton h={260} />
    </Loading>
  )
}

type EventGroup = NonNullable<ShopEventRequest['group']>

/** Returns the tags and collections of the shop as choices; the chosen one is always among them. */
function useScopes(chosen: EventGroup | null): { value: string; label: string; group: EventGroup }[] {
  const { data } = useQuery(
    groupChoicesQuery(
      chosen?.kind === 'tag'
        ? { tag: [chosen.tag] }
        : chosen?.kind === 'collection'
          ? { collection: [chosen.collectionId] }
          : {},
    ),
  )
  const found = [
    ...(data?.tag ?? []).map(({ value, name }) => ({
      label: `Tag ${name}`,
      group: { kind: 'tag' as const, tag: value },
    })),
    ...(data?.collection ?? []).map(({ value, name }) => ({
      label: `Collection ${name}`,
      group: { kind: 'collection' as const, collectionId: value },
    })),
  ].map((scope) => ({ ...scope, value: JSON.stringify(scope.group) }))
  const value = JSON.stringify(chosen)
  if (chosen === null || found.some((scope) => scope.value === value)) return found
  const label = chosen.kind === 'tag' ? `Tag ${chosen.tag}` : 'A deleted collection'
  return [{ value, label, group: chosen }, ...found]
}

const REPEATS = {
  never: 'Once',
  yearly: 'Each year on these dates',
  yearly_weekday: 'Each year on the same weekdays',
} as const

const faults = {
  from: 'Choose a day.',
  to: `Choose a day from the first one to ${MAX_EVENT_DAYS} days later.`,
  effectRatio: `Enter a number from 0 to ${MAX_EVENT_RATIO}, or nothing.`,
  variantIds: `Choose up to ${MAX_EVENT_PRODUCTS} products.`,
} as const

function firstValues(
  stored: ShopEventDetail | null,
  { variant, today }: Pick<FormProps, 'variant' | 'today'>,
) {
  if (stored === null) {
    const kind: ShopEventRequest['kind'] = variant === null ? 'closed' : 'sale'
    const products: readonly ChosenProduct[] | null = variant && [variant]
    const group: ShopEventRequest['group'] = null
    return { kind, name: '', from: today, to: today, repeats: 'never' as const, ratio: '', products, group }
  }
  const { kind, name, from, to, repeats, effectRatio, isOpen } = stored.event
  // Its end is not known, so the merchant has to enter it.
  return {
    kind,
    name,
    from,
    to: isOpen ? '' : to,
    repeats,
    ratio: effectRatio ?? '',
    products: stored.variants,
    group: getGroup(stored.event),
  }
}

function getGroup({ group }: ShopEvent): ShopEventRequest['group'] {
  if (group?.kind !== 'collection') return group
  return { kind: 'collection', collectionId: group.collectionId }
}

function Fields({ stored, variant, today, onClose, onSave }: FormProps & { stored: ShopEventDetail | null }) {
  const [typed, setTyped] = useState<
    Omit<ReturnType<typeof firstValues>, 'ratio' | 'repeats' | 'group'> & {
      group: ShopEventRequest['group']
      ratio: number | string
      repeats: keyof typeof REPEATS
    }
  >(() => firstValues(stored, { variant, today }))
  const [isChecked, setIsChecked] = useState(false)
  const change = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }))
  const { kind, name, from, to, repeats, ratio, products, group } = typed
  const isSale = kind === 'sale'
  const scopes = useScopes(group ?? null)
  const wanted: ShopEventRequest = {
    kind,
    name,
    from,
    to,
    repeats,
    effectRatio: isSale && ratio !== '' ? Number(ratio) : null,
    variantIds: kind === 'closed' ? null : (products?.map(({ variantId }) => variantId) ?? null),
    group: isSale ? (group ?? null) : null,
  }
  const checked = shopEventRequestSchema.safeParse(wanted)
  const getFault = (field: keyof typeof faults) =>
    isChecked && !checked.success && checked.error.issues.some(({ path }) => path[0] === field)
      ? faults[field]
      : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!checked.success) return
    onSave(wanted)
    onClose()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <SegmentedControl
        aria-label="Kind"
        value={kind}
        onChange={(next) => change({ kind: next as typeof kind })}
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
        onChange={(changed) => change({ name: changed.currentTarget.value })}
      />
      <div className={classes.pair}>
        <TextInput
          type="date"
          label="First day"
          value={from}
          error={getFault('from')}
          onChange={(changed) => change({ from: changed.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Last day"
          value={to}
          error={getFault('to')}
          onChange={(changed) => change({ to: changed.currentTarget.value })}
        />
      </div>
      <Select
        label="Repeats"
        data={Object.entries(REPEATS).map(([value, label]) => ({ value, label }))}
        value={repeats}
        allowDeselect={false}
        onChange={(next) => change({ repeats: next as typeof repeats })}
      />
      {isSale && (
        <>
          <NumberInput
            label="Times usual sales"
            description="Leave it empty to expect what earlier sales did."
            min={0}
            max={MAX_EVENT_RATIO}
            clampBehavior="none"
            decimalScale={2}
            value={ratio}
            error={getFault('effectRatio')}
            onChange={(next) => change({ ratio: next })}
          />
          <SegmentedControl
            aria-label="Products of the sale"
            value={group ? 'group' : products === null ? 'all' : 'some'}
            onChange={(next) =>
              change({
                products: next === 'some' ? (variant ? [variant] : []) : null,
                group: next === 'group' ? scopes[0]!.group : null,
              })
            }
            data={[
              { value: 'all', label: 'All products' },
              { value: 'some', label: 'Some products' },
              ...(scopes.length === 0 ? [] : [{ value: 'group', label: 'Tag or collection' }]),
            ]}
          />
          {group && (
            <Select
              aria-label="Tag or collection"
              data={scopes.map(({ value, label }) => ({ value, label }))}
              value={JSON.stringify(group)}
              searchable
              allowDeselect={false}
              onChange={(value) => change({ group: scopes.find((scope) => scope.value === value)!.group })}
            />
          )}
          {products !== null && (
            <ProductChoices
              products={products}
              error={getFault('variantIds')}
              onChange={(next) => change({ products: next })}
            />
          )}
        </>
      )}
      <Group justify="flex-end" gap={8}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled">
          {stored === null ? 'Add' : 'Save'}
        </Button>
      </Group>
    </form>
  )
}
