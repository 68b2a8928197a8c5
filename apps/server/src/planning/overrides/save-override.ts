import type { editOverrideSchema, ForecastOverride, forecastOverrideRequestSchema } from '@stockcast/contract'
import type { z } from 'zod'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Caller } from '../../kernel/http/verb-api.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { queueRefresh } from '../../store/index.ts'
import { shopDay } from '../calendar/events.ts'
import { requireOverride } from './list-overrides.ts'
import { makeOverride, type WantedOverride } from './make-override.ts'
import {
  findName,
  listReplacements,
  lockOverrides,
  type OverrideWords,
  setRemoved,
  updateReason,
} from './queries.ts'

type OverrideContext = Context<'clock' | 'jobs' | 'live'> & Caller
type Wanted = z.output<typeof forecastOverrideRequestSchema>
type Edited = z.output<typeof editOverrideSchema>

/** Creates an override for the products that are in the scope now. */
export async function createOverride(context: OverrideContext, wanted: Wanted): Promise<ForecastOverride> {
  await lockOverrides(context.tx, context.merchantId)
  const named = { scope: wanted.scope.kind, scopeName: await requireName(context, wanted.scope) }
  return store(context, 'Changed', { ...wanted, named })
}

/**
 * Changes the days, the amount or the reason of an override that has not ended; it keeps its products. Days that are over keep
 * their forecast. The previous version stays stored, so that `restoreOverride` can bring it back.
 */
export async function editOverride(
  context: OverrideContext,
  { overrideId, wanted }: { overrideId: number; wanted: Edited },
): Promise<ForecastOverride> {
  const { clock, merchantId, tx } = context
  await lockOverrides(tx, merchantId)
  const before = await requireOverride(context, overrideId)
  if (before.state === 'ended')
    throw new AppError('precondition_failed', 'This change has ended, so it cannot be changed any more.')
  if (isSame(before, wanted, await shopDay(context))) {
    await updateReason(tx, { merchantId, overrideId }, wanted.reason)
    await context.live.publish(tx, merchantId, { type: 'calendar' })
    return requireOverride(context, overrideId)
  }
  const removed = await setRemoved(tx, { merchantId, overrideId }, clock.now())
  if (removed)
    await queueRefresh(context, tx, { merchantId, variantIds: removed.variantIds, isChangeOfSettings: true })
  const named = { scope: before.scope, scopeName: before.scopeName }
  return store(context, 'Changed again', { ...wanted, scope: { kind: 'kept', overrideId }, named })
}

/**
 * Returns whether nothing but the reason can differ. An override that has begun may also be given by its days and units from
 * today on.
 */
function isSame(before: ForecastOverride, { from, to, change }: Edited, today: string): boolean {
  const isOfSameKindAndEnd = change.kind === before.kind && to === before.to
  const isLike = change.kind !== 'like' || change.likeVariantId === before.likeVariantId
  const isAsMade = from === before.from && change.amount === before.amount
  const isRest = before.from < today && from === today && change.amount === before.amountLeft
  return isOfSameKindAndEnd && isLike && (isAsMade || isRest)
}

async function store(
  context: OverrideContext,
  done: string,
  wanted: WantedOverride,
): Promise<ForecastOverride> {
  const { overrideId, added } = await makeOverride(context, wanted)
  await announce(context, {
    done,
    words: added,
    variantIds: [...added.variants, ...added.parts].map(({ variantId }) => variantId),
  })
  return requireOverride(context, overrideId)
}

/** Removes an override; the forecast is then as it was before. An override that is already removed is not found. */
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

/** Puts back an override that was removed or edited, and removes those that replaced it. */
export async function restoreOverride(
  context: OverrideContext,
  { overrideId }: { overrideId: number },
): Promise<ForecastOverride> {
  const { clock, merchantId, tx } = context
  await lockOverrides(tx, merchantId)
  for (const id of await listReplacements(tx, { merchantId, overrideId })) {
    const removed = await setRemoved(tx, { merchantId, overrideId: id }, clock.now())
    if (removed) await announce(context, { done: 'Removed', ...removed })
  }
  const restored = await setRemoved(tx, { merchantId, overrideId }, null)
  if (restored) await announce(context, { done: 'Put back', ...restored })
  return requireOverride(context, overrideId)
}

/** Returns the name of a scope's vendor, tag, product, supplier or collection, as it is stored with the override. */
async function requireName({ merchantId, tx }: OverrideContext, scope: Wanted['scope']): Promise<string> {
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

const kindWords = {
  percent: (amount: number) => `${signed(amount)}%`,
  per_day: (amount: number) => `${signed(amount)} units a day`,
  total: (amount: number) => `${amount} units in total`,
  like: (amount: number) => `${amount}% of`,
} as const

function signed(amount: number): string {
  return amount > 0 ? `+${amount}` : `−${-amount}`
}

async function announce(
  context: OverrideContext,
  { done, words, variantIds }: { done: string; words: OverrideWords; variantIds: readonly number[] },
): Promise<void> {
  const { clock, live, merchantId, origin, tx } = context
  const { scopeName, kind, amount, likeName, from, to } = words
  const how = [kindWords[kind](amount), ...(likeName === null ? [] : [likeName])].join(' ')
  const detail = `${done}: ${scopeName}, ${how}, ${from} to ${to}`
  await recordAudit(tx, { merchantId, at: clock.now(), event: 'forecast_changed', origin, detail })
  await queueRefresh(context, tx, { merchantId, variantIds, isChangeOfSettings: true })
  await live.publish(tx, merchantId, { type: 'calendar' })
}
