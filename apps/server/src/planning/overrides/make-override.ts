import { setImmediate as nextTurn } from 'node:timers/promises'
import { type forecastOverrideRequestSchema, MAX_OVERRIDE_DAYS } from '@stockcast/contract'
import { shareUnits } from '@stockcast/forecasting'
import { decodeDistribution, dropElapsedDays, meanDemand, meanOfDay } from '@stockcast/forecasting/decisions'
import type { z } from 'zod'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Caller } from '../../kernel/http/verb-api.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { listPartsOf } from '../bundles/queries.ts'
import { shopDay } from '../calendar/events.ts'
import { changedDemand } from './changed-demand.ts'
import {
  findName,
  insertOverride,
  type NewOverride,
  readScope,
  type Scope,
  type ScopeVariant,
} from './queries.ts'

export type WantedOverride = Omit<z.output<typeof forecastOverrideRequestSchema>, 'scope'> & {
  scope: Scope
  /** How the scope is kept and shown. */
  named: Pick<NewOverride, 'scope' | 'scopeName'>
}

/**
 * Changes the forecast of the products that the scope has now. Units of several products are split by what each is expected to
 * sell on the days, by the largest remainder. Returns what was stored.
 */
export async function makeOverride(
  context: Context<'clock'> & Pick<Caller, 'caller'>,
  wanted: WantedOverride,
): Promise<{ overrideId: number; added: NewOverride }> {
  const { caller, clock, merchantId, tx } = context
  const { scope, change } = wanted
  const like = change.kind === 'like' ? await requireLike(context, change.likeVariantId) : null
  const today = await shopDay(context)
  assertDays(wanted, today)
  const period = { today: epochDay(today), from: epochDay(wanted.from), to: epochDay(wanted.to) }
  const days = period.to - period.from + 1
  const found: Expected[] = []
  for await (const part of readScope(tx, { merchantId, scope }))
    found.push(...part.map((variant) => getExpected(variant, period)))
  if (found.length === 0) throw refuse('scope', emptyWords[scope.kind])
  if (like && found[0]?.variantId === like.variantId)
    throw refuse('change.likeVariantId', 'choose another product')
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
    ...wanted.named,
    kind: change.kind,
    amount: change.amount,
    likeVariantId: like?.variantId ?? null,
    likeName: like?.name ?? null,
    from: wanted.from,
    to: wanted.to,
    reason: wanted.reason,
    author: caller.email,
    at: clock.now(),
    replaces: scope.kind === 'kept' ? scope.overrideId : null,
    weights: Array.from({ length: days }, (_, i) => found.reduce((sum, one) => sum + one.days[i]!, 0)),
    variants,
    parts: await addedToParts(context.tx, { merchantId, today, days, variants }),
  }
  const overrideId = await insertOverride(tx, merchantId, added)
  return { overrideId, added }
}

/**
 * Returns how many more units a day of each part the changed bundles need, by their recipes. A part whose own forecast is changed too
 * is left out.
 */
async function addedToParts(
  tx: Context['tx'],
  args: { merchantId: number; today: string; days: number; variants: NewOverride['variants'] },
): Promise<NewOverride['parts']> {
  const { days, variants } = args
  const more = new Map(
    variants.map(({ variantId, baselineUnits, changedUnits }) => [variantId, changedUnits - baselineUnits]),
  )
  const added = new Map<number, number>()
  for (const part of await listPartsOf(tx, { ...args, bundleIds: [...more.keys()] })) {
    const units = (more.get(part.bundleId) ?? 0) * part.quantity
    if (units !== 0 && !more.has(part.variantId))
      added.set(part.variantId, (added.get(part.variantId) ?? 0) + units)
  }
  return [...added].map(([variantId, units]) => ({ variantId, amount: units / days }))
}

/** Products that are computed, at about 0.2 ms each, before other requests have a turn. */
const PER_TURN = 50

const refuse = (field: string, message: string) =>
  new AppError('invalid_input', `${field}: ${message}`, { field })

function assertDays({ from, to }: WantedOverride, today: string): void {
  if (from < today) throw refuse('from', 'must be today or later. Days that are over keep their forecast.')
  const last = dayFromEpoch(epochDay(today) + MAX_OVERRIDE_DAYS)
  if (to > last) throw refuse('to', `must not be after ${last}`)
}

const emptyWords = {
  product: 'this product is not on sale or has no forecast yet',
  supplier: 'none of the products that it sells first is on sale and has a forecast',
  kept: 'none of its products is on sale and has a forecast any more',
  vendor: 'none of its products is on sale and has a forecast',
  tag: 'none of its products is on sale and has a forecast',
  collection: 'none of its products is on sale and has a forecast',
} as const

async function requireLike({ merchantId, tx }: Context, variantId: number) {
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

/** Returns a stored forecast without the days that are over. */
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

/** Returns the amount for each product: a percentage applies to each of them, units are split. */
function getAmounts(
  { kind, amount }: WantedOverride['change'],
  baselineUnits: readonly number[],
  days: number,
): number[] {
  if (kind === 'total') return shareUnits(amount, baselineUnits)
  if (kind === 'per_day') return shareUnits(amount * days, baselineUnits).map((units) => units / days)
  return baselineUnits.map(() => amount)
}
