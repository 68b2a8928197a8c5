import { DAY_MS, type Snooze, type SnoozeRequest } from '@stockcast/contract'
import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { takeUse } from '../../quotas/take-use.ts'
import { settleAlerts } from '../alerts/index.ts'
import { lockProjections, refreshProjections } from '../projection/index.ts'
import { requireStock } from './require-stock.ts'
import { deleteSnoozes, saveSnooze } from './snooze-queries.ts'

interface VariantKey {
  merchantId: number
  variantId: number
}

type Context = Pick<Kernel, 'clock' | 'jobs' | 'live'>

/**
 * Snoozes or mutes a product: no alert opens for it while this lasts, and its open alerts are resolved,
 * including one that is being opened at this moment. A later snooze or mute replaces it.
 */
export async function snoozeVariant(
  kernel: Context,
  tx: Tx,
  { wanted, ...key }: VariantKey & { wanted: SnoozeRequest },
): Promise<Snooze> {
  const at = kernel.clock.now()
  await lockProjections(tx, key.merchantId)
  const { available } = await requireStock(tx, key)
  await takeUse(kernel, tx, { merchantId: key.merchantId, use: 'snooze' })
  const until = wanted.kind === 'until_time' ? new Date(at.getTime() + wanted.days * DAY_MS) : null
  await saveSnooze(tx, { ...key, kind: wanted.kind, until, availableThen: available, at })
  await settleAlerts(tx, { ...key, at, reason: reasonOf(wanted), mayReturn: true })
  if (until !== null) {
    const delaySeconds = Math.ceil((until.getTime() - at.getTime()) / 1000)
    const data = { merchantId: key.merchantId, variantIds: [key.variantId] }
    await kernel.jobs.send(refreshProjections, data, { tx, delaySeconds })
  }
  await kernel.live.publish(tx, key.merchantId, { type: 'alerts' })
  return {
    variantId: key.variantId,
    kind: wanted.kind,
    until: until?.toISOString() ?? null,
    createdAt: at.toISOString(),
  }
}

/**
 * Ends a snooze or mute; an alert whose condition still holds opens again. Without a snooze or mute nothing
 * changes.
 */
export async function endSnooze(kernel: Pick<Kernel, 'db'> & Context, key: VariantKey): Promise<void> {
  await kernel.db.withTenant(key.merchantId, async (tx) => {
    await requireStock(tx, key)
    const ended = await deleteSnoozes(tx, { merchantId: key.merchantId, variantIds: [key.variantId] })
    if (ended === 0) return
    const data = { merchantId: key.merchantId, variantIds: [key.variantId] }
    await kernel.jobs.send(refreshProjections, data, { tx })
    await kernel.live.publish(tx, key.merchantId, { type: 'alerts' })
  })
}

const reasons = {
  until_restock: 'Snoozed until the stock rises.',
  muted: 'Not restocking: no more alerts for this product.',
} as const

function reasonOf(wanted: SnoozeRequest): string {
  if (wanted.kind !== 'until_time') return reasons[wanted.kind]
  return wanted.days === 1 ? 'Snoozed for a day.' : `Snoozed for ${wanted.days} days.`
}
