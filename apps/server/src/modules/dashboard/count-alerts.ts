import { DAY_MS, type Dashboard, HOUR_MS } from '@stockcast/contract'
import { dayFromEpoch, dayOf } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import { countOpenAlerts } from '../alerts/index.ts'
import { listAlertTimes } from './queries.ts'

/** Midnight UTC of a day is at most 14 hours away from that of any shop. */
const WIDEST_ZONE_MS = 14 * HOUR_MS

/** Counts alerts by the shop's own days and months. */
export async function countActiveAlerts(
  tx: Tx,
  args: { merchantId: number; today: number; timeZone: string },
): Promise<Dashboard['activeAlerts']> {
  const { merchantId, timeZone } = args
  const today = dayFromEpoch(args.today)
  const firstOfMonth = Date.parse(`${today.slice(0, 7)}-01`)
  const raised = await listAlertTimes(tx, {
    merchantId,
    event: 'raised and active',
    since: new Date(args.today * DAY_MS - WIDEST_ZONE_MS),
  })
  const resolved = await listAlertTimes(tx, {
    merchantId,
    event: 'resolved',
    since: new Date(firstOfMonth - WIDEST_ZONE_MS),
  })
  return {
    total: await countOpenAlerts(tx, merchantId),
    newToday: raised.filter((at) => dayOf(at, timeZone) === today).length,
    resolvedThisMonth: resolved.filter((at) => dayOf(at, timeZone).slice(0, 7) === today.slice(0, 7)).length,
  }
}
