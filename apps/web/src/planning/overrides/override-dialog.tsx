import { NumberInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  FAR_OFF_SHARE,
  type ForecastOverride,
  type ForecastOverrideRequest,
  forecastOverrideRequestSchema,
  MAX_OVERRIDE_DAYS,
  MAX_OVERRIDE_REASON,
  OVERRIDE_LIMITS,
  type OverrideKind,
  type OverrideScope,
  type ProductDetail,
} from '@stockcast/contract'
import { decodeDistribution, meanDemand } from '@stockcast/forecasting/decisions'
import { keepFocus } from '../../ui/browser/keep-focus.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { addDays, daysBetween } from '../../ui/format/days.ts'
import { formatUnits } from '../../ui/format/numbers.ts'
import classes from '../calendar/calendar.module.css'
import { type ChosenProduct, ProductChoices } from '../calendar/product-choices.tsx'
import { overrideUnits, type Units } from './override-words.ts'
import { useOverrideChanges } from './use-overrides.ts'

interface OverrideDialogProps {
  detail: ProductDetail
  /** A percentage to begin with, null for none; or the change to edit. */
  plan: ForecastPlan
  onClose: () => void
}

/** What the dialog begins with. */
export interface ForecastPlan {
  percent: number | null
  edited?: ForecastOverride
}

/** Asks how to change the forecast, for whom and on which days. */
export default function OverrideDialog({ detail, plan, onClose }: OverrideDialogProps) {
  return (
    <FormModal
      opened
      onClose={onClose}
      onExitTransitionEnd={keepFocus}
      title={plan.edited ? 'Edit change' : 'Change forecast'}
    >
      <Fields detail={detail} plan={plan} onClose={onClose} />
    </FormModal>
  )
}

const kindLabels: Record<OverrideKind, string> = {
  percent: 'By a percentage',
  per_day: 'Units a day, more or less',
  total: 'Units in total',
  like: 'Like another product',
}
const amountLabels: Record<OverrideKind, string> = {
  percent: 'Percent more (or less, with a minus)',
  per_day: 'Units a day more (or less, with a minus)',
  total: 'Units on all days together',
  like: 'Percent of what the other product sells',
}
const notes: Record<OverrideKind, string> = {
  percent: 'Compared with a usual day. Promotions and holidays are not added on top.',
  per_day: 'Of several products together, split by what each is expected to sell.',
  total: 'Of several products together, split by what each is expected to sell.',
  like: 'It ends when this product has sold long enough for a forecast of its own.',
}

const FIRST_DAYS = 7
/** Days after which a launch has its own forecast at the latest. */
const LAUNCH_DAYS = 90

interface Values {
  kind: OverrideKind
  scope: string
  from: string
  to: string
  amount: number | string
  like: ChosenProduct | null
  reason: string
}

function Fields({ detail, plan, onClose }: OverrideDialogProps) {
  const { row, supplier, today, forecast } = detail
  const { add, edit } = useOverrideChanges()
  const { edited } = plan
  const hasOwn = forecast?.basis === 'forecast'
  const form = useForm({
    initialValues: {
      kind: edited?.kind ?? (hasOwn ? 'percent' : 'like'),
      scope: edited?.scope ?? 'product',
      from: edited && edited.from > today ? edited.from : today,
      to: edited?.to ?? addDays(today, (hasOwn ? FIRST_DAYS : LAUNCH_DAYS) - 1),
      amount: edited?.amountLeft ?? plan.percent ?? (hasOwn ? '' : 100),
      like: edited?.likeVariantId ? { variantId: edited.likeVariantId, title: edited.likeName ?? '' } : null,
      reason: edited?.reason ?? '',
    } as Values,
    onValuesChange: () => form.clearErrors(),
  })
  const { kind, scope, from, to, amount, like, reason } = form.values
  const vendor = row.vendor?.trim() || null
  const scopes = [
    { value: 'product', label: 'This product' },
    ...(supplier === null ? [] : [{ value: 'supplier', label: `All products of supplier ${supplier.name}` }]),
    ...(vendor === null ? [] : [{ value: 'vendor', label: `All products of vendor ${vendor}` }]),
    ...detail.tags.map((tag) => ({ value: `tag:${tag}`, label: `All products with tag ${tag}` })),
    ...detail.collections.map(({ id, title }) => ({
      value: `collection:${id}`,
      label: `All products of collection ${title}`,
    })),
  ]
  const [scopeKind, ofScope] = [scope.split(':', 1)[0], scope.slice(scope.indexOf(':') + 1)]
  const scopeOf = {
    product: { kind: 'product', variantId: row.variantId },
    supplier: { kind: 'supplier', supplierId: supplier?.id },
    vendor: { kind: 'vendor', vendor },
    tag: { kind: 'tag', tag: ofScope },
    collection: { kind: 'collection', collectionId: Number(ofScope) },
  }
  const kinds = Object.entries(kindLabels)
    .filter(([value]) => value !== 'like' || !hasOwn || edited?.kind === 'like')
    .map(([value, label]) => ({ value, label }))
  const { min, max } = OVERRIDE_LIMITS[kind]
  const isInUnits = kind === 'per_day' || kind === 'total'
  const asked = {
    // An edited change keeps its products, whatever they are.
    scope: scopeOf[edited ? 'product' : (scopeKind as OverrideScope)],
    from,
    to,
    change: {
      kind,
      amount: amount === '' ? Number.NaN : Number(amount),
      ...(kind === 'like' && { likeVariantId: like?.variantId }),
    },
    reason,
  }
  const faults = {
    from: 'Choose today or a later day.',
    to: `Choose a day from the first one on, within ${MAX_OVERRIDE_DAYS} days.`,
    amount: `Enter a whole number from ${formatUnits(min)} to ${formatUnits(max)}${kind === 'total' ? '' : ', but not 0'}.`,
    likeVariantId: 'Choose another product.',
    scope: 'Choose this product: only a product is like another one.',
  }
  const checked = forecastOverrideRequestSchema.safeParse(asked)
  const wrong = new Set(checked.success ? [] : checked.error.issues.map(({ path }) => String(path.at(-1))))
  if (from < today) wrong.add('from')
  if (to > addDays(today, MAX_OVERRIDE_DAYS)) wrong.add('to')
  const submit = form.onSubmit(() => {
    form.setErrors(Object.fromEntries(Object.entries(faults).filter(([field]) => wrong.has(field))))
    if (wrong.size > 0 || !checked.success) return
    if (edited) edit.mutate({ before: edited, wanted: checked.data })
    else add.mutate(checked.data)
    onClose()
  })
  const units = wrong.size === 0 && checked.success && !edited ? getUnits(detail, checked.data) : null
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {edited?.state === 'running' && (
        <p className="muted small">Days that are over stay as they were: this counts from today on.</p>
      )}
      {scopes.length > 1 && !edited && (
        <Select
          label="For"
          data={scopes}
          allowDeselect={false}
          searchable={scopes.length > 5}
          {...form.getInputProps('scope')}
        />
      )}
      <div className={classes.pair}>
        <TextInput type="date" label="First day" {...form.getInputProps('from')} />
        <TextInput type="date" label="Last day" {...form.getInputProps('to')} />
      </div>
      <Select
        label="How"
        data={kinds}
        allowDeselect={false}
        description={scope === 'product' && isInUnits ? undefined : notes[kind]}
        {...form.getInputProps('kind')}
      />
      {kind === 'like' && (
        <ProductChoices
          label="Other product"
          products={like ? [like] : []}
          error={form.errors.likeVariantId}
          onChange={(chosen) => form.setFieldValue('like', chosen.at(-1) ?? null)}
        />
      )}
      <NumberInput
        label={amountLabels[kind]}
        min={min}
        max={max}
        clampBehavior="none"
        allowDecimal={false}
        {...form.getInputProps('amount')}
      />
      <TextInput
        label="Reason"
        placeholder="Spring sale"
        maxLength={MAX_OVERRIDE_REASON}
        {...form.getInputProps('reason')}
      />
      <p aria-live="polite">
        {units && (
          <span className={isFar(units) ? 'fault' : undefined}>
            {overrideUnits(units)}
            {isFar(units) && ', more than 30% apart. Is that meant?'}
          </span>
        )}
      </p>
      <FormActions onCancel={onClose}>{edited ? 'Save' : 'Change forecast'}</FormActions>
    </form>
  )
}

const isFar = ({ baselineUnits, changedUnits }: Units) =>
  Math.abs(changedUnits - baselineUnits) > FAR_OFF_SHARE * baselineUnits

/** Returns about what is forecast and what it is changed to; null if the page does not know. */
function getUnits(
  { forecast, today }: ProductDetail,
  { scope, change, from, to }: ForecastOverrideRequest,
): Units | null {
  const { kind, amount } = change
  if (!forecast || forecast.baseline.length > 0 || scope.kind !== 'product' || kind === 'like') return null
  const distribution = decodeDistribution(forecast.distribution)
  const [first, last] = [daysBetween(today, from), daysBetween(today, to) + 1]
  const baselineUnits = meanDemand(distribution, last) - meanDemand(distribution, first)
  const changed = {
    percent: baselineUnits * (1 + amount / 100),
    per_day: Math.max(0, baselineUnits + amount * (last - first)),
    total: amount,
  }
  return { baselineUnits, changedUnits: changed[kind] }
}
