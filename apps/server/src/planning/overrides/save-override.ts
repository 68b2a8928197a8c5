import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type ForecastOverride,
  type forecastOverrideRequestSchema,
  MAX_OVERRIDE_DAYS,
} from '@stockcast/contract'
import { shareUnits } from '@stockcast/forecasting'
import { decodeDistribution, dropElapsedDays, meanDemand, meanOfDay } from '@stockcast/forecasting/decisions'
import type { z } from 'zod'
import { type Origin, recordAudit } from '../../kernel/audit/index.ts'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import { AppError } from '../../kernel/errors.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { queueRefresh } from '../../store/index.ts'
import { shopDay } from '../calendar/events.ts'
import { changedDemand } from './changed-demand.ts'
import { requireOverride } from './list-overrides.ts'
import {
  findName,
  insertOverride,
  lockOverrides,
  type NewOverride,
  type OverrideWords,
  readScope,
  type Scope,
  type ScopeVariant,
  setRemoved,
} from './queries.ts'

type OverrideContext = Context<'clock' | 'jobs' | 'live'> & { origin: Origin; author: string }
type Wanted = z.output<typeof forecastOverrideRequestSchema>

/**
 * Changes the forecast of the products that the scope has now. Units of several products are split by what each is expected to
 * sell on the days, by the largest remainder.
 */
export async function createOverride(context: OverrideContext, wanted: Wanted): Promise<ForecastOverride> {
  const { author, clock, merchantId, tx } = context
  const { scope, change } = wanted
  await lockOverrides(tx, merchantId)
  const scopeName = await requireName(context, scope)
  const like = change.kind === 'like' ? await requireLike(context, change.likeVariantId) : null
  const today = await shopDay(context)
  assertDays(wanted, today)
  const period = { today: epochDay(today), from: epochDay(wanted.from), to: epochDay(wanted.to) }
  const days = period.to - period.from + 1
  const found: Expected[] = []
  for await (const part of readScope(tx, { merchantId, scope }))
    found.push(...part.map((variant) => getExpected(variant, period)))
  if (found.length === 0) throw refuse('scope', emptyWords[scope.kind])
  if (like && found[0]?.basis === 'forecast')
    throw refuse(
      'change.kind',
      'this product has a forecast of its own. Change it by a percentage or in units.',
    )
  const baselineUnits = found.map((one) => one.units)
  if (change.kind === 'percent' && baselineUnits.every((units) => units === 0))
    throw refuse(
      'change.amount',
      'nothing is expected to sell on these days, so enter units instead of a percentage',
    )
  const amounts = getAmounts(change, baselineUnits, days)
  const override = { from: period.from, to: period.to, kind: change.kind, share: 1 }
  const variants: NewOverride['variants'][number][] = []
  for (const [i, one] of found.entries()) {
    const amount = amounts[i]!
    const changedUnits = unitsWith(one, { ...override, amount, ...like?.forecast }, period)
    variants.push({ variantId: one.variantId, amount, baselineUnits: one.units, changedUnits })
    if (i % PER_TURN === PER_TURN - 1) await nextTurn()
  }
  const added: NewOverride = {
    scope: scope.kind,
    scopeName,
    kind: change.kind,
    amount: change.amount,
    likeVariantId: like?.variantId ?? null,
    likeName: like?.name ?? null,
    from: wanted.from,
    to: wanted.to,
    reason: wanted.reason,
    author,
    at: clock.now(),
    weights: Array.from({ length: days }, (_, i) => found.reduce((sum, one) => sum + one.days[i]!, 0)),
    variants,
  }
  const overrideId = await insertOverride(tx, merchantId, added)
  const words = { ...added, scope_name: added.scopeName, like_name: added.likeName }
  await announce(context, {
    done: 'Changed',
    words: { ...words, starts_on: added.from, ends_on: added.to },
    variantIds: variants.map(({ variantId }) => variantId),
  })
  return requireOverride(context, overrideId)
}

/** Removes a change of the forecast, which is then as it was before. Removing it twice is the same. */
export async function removeOverride(
  context: OverrideContext,
  { overrideId }: { overrideId: number },
): Promise<void> {
  const { clock, merchantId, tx } = context
  await lockOverrides(tx, merchantId)
  const removed = await setRemoved(tx, { merchantId, overrideId }, clock.now())
  if (!removed) throw new AppError('not_found', refusalTexts.unknownOverride)
  await announce(context, { done: 'Removed', ...removed })
}

/** Puts a change back that was removed. */
export async function restoreOverride(
  context: OverrideContext,
  { overrideId }: { overrideId: number },
): Promise<ForecastOverride> {
  const { merchantId, tx } = context
  await lockOverrides(tx, merchantId)
  const restored = await setRemoved(tx, { merchantId, overrideId }, null)
  if (restored) await announce(context, { done: 'Put back', ...restored })
  return requireOverride(context, overrideId)
}

/** About 0.2 ms each, so that other requests have their turns in between. */
const PER_TURN = 50

const refuse = (field: string, message: string) =>
  new AppError('invalid_input', `${field}: ${message}`, { field })

function assertDays({ from, to }: Wanted, today: string): void {
  if (from < today) throw refuse('from', 'must be today or later. Days that are over keep their forecast.')
  const last = dayFromEpoch(epochDay(today) + MAX_OVERRIDE_DAYS)
  if (to > last) throw refuse('to', `must not be after ${last}`)
}

/** Returns the name of what a scope is of, as it is kept with the override. */
async function requireName({ merchantId, tx }: OverrideContext, scope: Scope): Promise<string> {
  if (scope.kind === 'vendor') return scope.vendor.trim()
  if (scope.kind === 'tag') return scope.tag
  const id =
    scope.kind === 'product'
      ? scope.variantId
      : scope.kind === 'supplier'
        ? scope.supplierId
        : scope.collectionId
  const name = await findName(tx, { merchantId, of: scope.kind, id })
  if (name !== undefined) return name
  const text = {
    product: refusalTexts.unknownProduct,
    supplier: refusalTexts.unknownSupplier,
    collection: refusalTexts.unknownCollection,
  }[scope.kind]
  throw new AppError('not_found', text, { field: 'scope' })
}

const emptyWords = {
  product: 'this product is not on sale or has no forecast yet',
  supplier: 'none of the products that it sells first is on sale and has a forecast',
  vendor: 'none of its products is on sale and has a forecast',
  tag: 'none of its products is on sale and has a forecast',
  collection: 'none of its products is on sale and has a forecast',
} as const

async function requireLike({ merchantId, tx }: OverrideContext, variantId: number) {
  const field = 'change.likeVariantId'
  const name = await findName(tx, { merchantId, of: 'product', id: variantId })
  if (name === undefined) throw new AppError('not_found', refusalTexts.unknownProduct, { field })
  const scope = { kind: 'product' as const, variantId }
  for await (const [found] of readScope(tx, { merchantId, scope })) {
    if (found?.basis !== 'forecast') break
    return { variantId, name, forecast: { like: found.distribution, likeOrigin: found.origin } }
  }
  throw refuse(field, 'choose a product on sale that has a forecast of its own')
}

interface Period {
  /** Epoch days. */
  today: number
  from: number
  to: number
}

/** A product with what it was expected to sell before the change. */
type Expected = Omit<ScopeVariant, 'distribution'> & {
  stored: readonly number[]
  /** On each day of the period. */
  days: Float64Array
  units: number
}

const seenFrom = (stored: readonly number[], origin: number, today: number) =>
  dropElapsedDays(decodeDistribution(stored), Math.max(0, today - 1 - origin))

function getExpected(
  { distribution: stored, ...variant }: ScopeVariant,
  { today, from, to }: Period,
): Expected {
  const distribution = seenFrom(stored, variant.origin, today)
  const days = Float64Array.from({ length: to - from + 1 }, (_, i) =>
    meanOfDay(distribution, from - today + i + 1),
  )
  return { ...variant, stored, days, units: days.reduce((sum, units) => sum + units, 0) }
}

function unitsWith(
  { stored, origin, dayRatios, events }: Expected,
  override: Omit<Parameters<typeof changedDemand>[1]['overrides'][number], 'like' | 'likeOrigin'> & {
    like?: readonly number[]
    likeOrigin?: number
  },
  { today, from, to }: Period,
): number {
  const { like = null, likeOrigin = null, ...rest } = override
  const changes = { overrides: [{ ...rest, like, likeOrigin }], dayRatios, events }
  const { distribution } = changedDemand(seenFrom(stored, origin, today), changes, today)
  return meanDemand(distribution, to - today + 1) - meanDemand(distribution, from - today)
}

/** Returns the part of each product: a percentage counts for all of them, units are split. */
function getAmounts(
  { kind, amount }: Wanted['change'],
  baselineUnits: readonly number[],
  days: number,
): number[] {
  if (kind === 'total') return shareUnits(amount, baselineUnits)
  if (kind === 'per_day') return shareUnits(amount * days, baselineUnits).map((units) => units / days)
  return baselineUnits.map(() => amount)
}

const kindWords = {
  percent: (amount: number) => `${signed(amount)} %`,
  per_day: (amount: number) => `${signed(amount)} units a day`,
  total: (amount: number) => `${amount} units in total`,
  like: (amount: number) => `${amount} % of`,
} as const

function signed(amount: number): string {
  return amount > 0 ? `+${amount}` : `−${-amount}`
}

async function announce(
  context: OverrideContext,
  { done, words, variantIds }: { done: string; words: OverrideWords; variantIds: readonly number[] },
): Promise<void> {
  const { author, clock, live, merchantId, origin, tx } = context
  const { scope_name, kind, amount, like_name, starts_on, ends_on } = words
  const how = [kindWords[kind](amount), ...(like_name === null ? [] : [like_name])].join(' ')
  const detail = `${done} by ${author}: ${scope_name}, ${how}, ${starts_on} to ${ends_on}`
  await recordAudit(tx, { merchantId, at: clock.now(), event: 'forecast_changed', origin, detail })
  await queueRefresh(context, tx, { merchantId, variantIds, isChangeOfSettings: true })
  await live.publish(tx, merchantId, { type: 'calendar' })
}
