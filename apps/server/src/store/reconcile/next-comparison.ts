import { HOUR_MS, MINUTE_MS } from '@stockcast/contract'
import { toHour } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { clearDue, lockDue, setDue } from '../../kernel/due/queries.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { isConnected } from '../shops/open-shop.ts'
import { findLastSyncStart, findRunningRun, findTimeZone } from '../sync/queries.ts'
import { resumeDepartures } from '../webhooks/inbox.ts'
import { findLastStart } from './queries.ts'

export const EVERY_MINUTES = 15
/** Hours of the shop's night, in its own time zone: from the first until before the second. */
const NIGHT = [2, 5] as const
const MIN_HOURS_BETWEEN_FULL = 20

export interface DueComparison {
  kind: 'recent' | 'full'
  /** Since when the store may have changed without our notice. */
  since: Date
}

/**
 * Returns which comparison is due, and notes when the next one is; null when there is nothing to compare. A
 * shop that is not connected has no next one: connecting it sets a new due time.
 */
export async function beginComparison(
  kernel: Pick<Kernel, 'clock' | 'jobs'>,
  tx: Tx,
  merchantId: number,
): Promise<DueComparison | null> {
  const key = { kind: 'comparison', merchantId } as const
  if (!(await isConnected(tx, merchantId))) {
    await lockDue(tx, key)
    const isLeaving = await resumeDepartures(kernel, tx, merchantId)
    if (isLeaving) await setDue(tx, { ...key, dueAt: nextComparisonAt(merchantId, kernel.clock.now()) })
    else await clearDue(tx, key)
    return null
  }
  await setDue(tx, { ...key, dueAt: nextComparisonAt(merchantId, kernel.clock.now()) })
  if ((await findRunningRun(tx, merchantId)) !== undefined) return null
  const lastSync = await findLastSyncStart(tx, merchantId)
  if (!lastSync) return null
  const since = (await findLastStart(tx, { merchantId })) ?? lastSync
  return { since, kind: (await isFullDue(kernel, tx, merchantId)) ? 'full' : 'recent' }
}

/** Returns the merchant's next minute: each has one of every 15, so that comparisons are spread evenly. */
export function nextComparisonAt(merchantId: number, now: Date): Date {
  const next = Math.floor(now.getTime() / MINUTE_MS) + 1
  const wait = (((merchantId - next) % EVERY_MINUTES) + EVERY_MINUTES) % EVERY_MINUTES
  return new Date((next + wait) * MINUTE_MS)
}

async function isFullDue(kernel: Pick<Kernel, 'clock'>, tx: Tx, merchantId: number): Promise<boolean> {
  const now = kernel.clock.now()
  const hour = toHour(now, (await findTimeZone(tx, merchantId)) ?? 'UTC')
  if (hour < NIGHT[0] || hour >= NIGHT[1]) return false
  const last = await findLastStart(tx, { merchantId, kind: 'full' })
  return last === undefined || now.getTime() - last.getTime() > MIN_HOURS_BETWEEN_FULL * HOUR_MS
}
