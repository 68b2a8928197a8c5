import { DAY_MS, type Snooze, type SnoozeRequest } from '@stockcast/contract'
import { settleAlerts } from '../../alerts/index.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { lockProjections } from '../../planning/index.ts'
import { queueRefresh } from '../../store/index.ts'
import { requireStock } from './record-order.ts'
import { deleteSnoozes, muteAll, saveSnooze } from './snooze-queries.ts'

/**
 * Snoozes or mutes a product: no alert opens for it while this lasts, and its open alerts are resolved,
 * including one that is being opened at this moment. A later snooze or mute replaces it.
 */
export async function snoozeVariant(
  context: Context<'clock' | 'jobs' | 'live'>,
  { variantId, wanted }: { variantId: number; wanted: SnoozeRequest },
): Promise<Snooze> {
  const { merchantId, tx } = context
  const key = { merchantId, variantId }
  const at = context.clock.now()
  await lockProjections(tx, merchantId)
  const { available } = await requireStock(tx, key)
  const until = wanted.kind === 'until_time' ? new Date(at.getTime() + wanted.days * DAY_MS) : null
  await saveSnooze(tx, { ...key, kind: wanted.kind, until, availableThen: available, at })
  await settleAlerts(tx, {
    merchantId,
    variantIds: [variantId],
    at,
    reason: getReason(wanted),
    mayReturn: true,
  })
  if (until !== null) {
    const delaySeconds = Math.ceil((until.getTime() - at.getTime()) / 1000)
    await queueRefresh(context, tx, { merchantId, variantIds: [variantId], due: { at: until, delaySeconds } })
  }
  await context.live.publish(tx, merchantId, { type: 'alerts' })
  return {
    variantId,
    kind: wanted.kind,
    until: until?.toISOString() ?? null,
    createdAt: at.toISOString(),
  }
}

/**
 * Ends a snooze or mute; an alert whose condition still holds opens again. Without a snooze or mute nothing
 * changes.
 */
export async function endSnooze(
  context: Context<'jobs' | 'live'>,
  { variantId }: { variantId: number },
): Promise<void> {
  const { merchantId, tx } = context
  await requireStock(tx, { merchantId, variantId })
  await endSnoozes(context, [variantId])
}

/** Mutes many products, whatever they were snoozed for. Returns those that were not muted before. */
export async function muteVariants(
  context: Context<'clock' | 'live'>,
  variantIds: readonly number[],
): Promise<number[]> {
  const { merchantId, tx } = context
  const at = context.clock.now()
  await lockProjections(tx, merchantId)
  const muted = await muteAll(tx, { merchantId, variantIds, at })
  await settleAlerts(tx, { merchantId, variantIds: muted, at, reason: reasons.muted, mayReturn: true })
  if (muted.length > 0) await context.live.publish(tx, merchantId, { type: 'alerts' })
  return muted
}

/** Ends what many products were snoozed or muted for. Returns how many were. */
export async function endSnoozes(
  context: Context<'jobs' | 'live'>,
  variantIds: readonly number[],
): Promise<number> {
  const { merchantId, tx } = context
  const ended = await deleteSnoozes(tx, { merchantId, variantIds })
  if (ended === 0) return 0
  await queueRefresh(context, tx, { merchantId, variantIds })
  await context.live.publish(tx, merchantId, { type: 'alerts' })
  return ended
}

const reasons = {
  until_restock: 'Snoozed until the stock rises.',
  muted: 'Not restocking: no more alerts for this product.',
} as const

function getReason(wanted: SnoozeRequest): string {
  if (wanted.kind !== 'until_time') return reasons[wanted.kind]
  return wanted.days === 1 ? 'Snoozed for a day.' : `Snoozed for ${wanted.days} days.`
}
