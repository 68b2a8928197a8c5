import { NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core'
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
import { groupChoicesQuery } from '../../api/queries.ts'
import { keepFocus } from '../../ui/browser/keep-focus.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { toSentence } from '../../ui/messages/error-messages.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useRequestForm } from '../../ui/use-request-form.ts'
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
    <FormModal
      opened={subject !== null}
      onClose={onClose}
      onExitTransitionEnd={keepFocus}
      title={subject === 'new' ? 'Add closing or promotion' : 'Change the calendar'}
    >
      {subject === 'new' && <Fields stored={null} {...rest} onClose={onClose} />}
      {subject !== null && subject !== 'new' && <StoredFields event={subject} {...rest} onClose={onClose} />}
    </FormModal>
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
        retry={{ refetch, isFetching }}
      />
    )
  }
  return <Loading label="Loading the entry..." h={260} />
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

type Values = Pick<ShopEventRequest, 'kind' | 'name' | 'from' | 'to' | 'repeats'> & {
  effectRatio: number | string
  products: readonly ChosenProduct[] | null
  group: EventGroup | null
}

function firstValues(
  stored: ShopEventDetail | null,
  { variant, today }: Pick<FormProps, 'variant' | 'today'>,
): Values {
  if (stored === null) {
    const kind = variant === null ? 'closed' : 'sale'
    const products = variant && [variant]
    return {
      kind,
      name: '',
      from: today,
      to: today,
      repeats: 'never',
      effectRatio: '',
      products,
      group: null,
    }
  }
  const { kind, name, from, to, repeats, effectRatio, isOpen } = stored.event
  return {
    kind,
    name,
    from,
    // Its end is not known, so the merchant has to enter it.
    to: isOpen ? '' : to,
    repeats,
    effectRatio: effectRatio ?? '',
    products: stored.variants,
    group: getGroup(stored.event),
  }
}

function getGroup({ group }: ShopEvent): EventGroup | null {
  if (group?.kind !== 'collection') return group
  return { kind: 'collection', collectionId: group.collectionId }
}

function Fields({ stored, variant, today, onClose, onSave }: FormProps & { stored: ShopEventDetail | null }) {
  const { form, submit } = useRequestForm({
    initialValues: firstValues(stored, { variant, today }),
    schema: shopEventRequestSchema,
    toRequest: ({ products, ...rest }) => ({
      ...rest,
      effectRatio: rest.kind === 'sale' && rest.effectRatio !== '' ? Number(rest.effectRatio) : null,
      group: rest.kind === 'sale' ? rest.group : null,
      variantIds: rest.kind === 'closed' ? null : (products?.map(({ variantId }) => variantId) ?? null),
    }),
    onSubmit: (wanted) => {
      onSave(wanted)
      onClose()
    },
    toWords: ({ path, message }) => faults[path[0] as keyof typeof faults] ?? message,
  })
  const { kind, products, group } = form.values
  const scopes = useScopes(group)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <SegmentedControl
        aria-label="Kind"
        {...form.getInputProps('kind')}
        data={[
          { value: 'closed', label: 'Shop closed' },
          { value: 'sale', label: 'Promotion or event' },
        ]}
      />
      <TextInput
        label="Name"
        placeholder={kind === 'closed' ? 'Summer break' : 'Black Friday'}
        maxLength={MAX_EVENT_NAME}
        {...form.getInputProps('name')}
      />
      <div className={classes.pair}>
        <TextInput type="date" label="First day" {...form.getInputProps('from')} />
        <TextInput type="date" label="Last day" {...form.getInputProps('to')} />
      </div>
      <Select
        label="Repeats"
        data={Object.entries(REPEATS).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps('repeats')}
      />
      {kind === 'sale' && (
        <>
          <NumberInput
            label="Times usual sales"
            description="Leave it empty to expect what earlier promotions did."
            min={0}
            max={MAX_EVENT_RATIO}
            clampBehavior="none"
            decimalScale={2}
            {...form.getInputProps('effectRatio')}
          />
          <SegmentedControl
            aria-label="Products of the promotion"
            value={group ? 'group' : products === null ? 'all' : 'some'}
            onChange={(next) =>
              form.setValues({
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
              onChange={(value) =>
                form.setFieldValue('group', scopes.find((scope) => scope.value === value)!.group)
              }
            />
          )}
          {products !== null && (
            <ProductChoices
              products={products}
              error={form.errors.variantIds}
              onChange={(next) => form.setFieldValue('products', next)}
            />
          )}
        </>
      )}
      <FormActions onCancel={onClose}>{stored === null ? 'Add' : 'Save'}</FormActions>
    </form>
  )
}
