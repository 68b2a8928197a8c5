import type { Dashboard } from '@stockcast/contract'
import { dayFromEpoch, dayOf } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import { countOpenAlerts } from '../alerts/index.ts'
import { listAlertTimes } from './queries.ts'

const dayMs = 86_400_000
/** Midnight UTC of a day is at most 14 hours away from that of any shop. */
const widestZoneMs = 14 * 3_600_000

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
    since: new Date(args.today * dayMs - widestZoneMs),
  })
  const resolved = await listAlertTimes(tx, {
    merchantId,
    event: 'resolved',
    since: new Date(firstOfMonth - widestZoneMs),
  })
  return {
    total: await countOpenAlerts(tx, merchantId),
    newToday: raised.filter((at) => dayOf(at, timeZone) === today).length,
    resolvedThisMonth: resolved.filter((at) => dayOf(at, timeZone).slice(0, 7) === today.slice(0, 7)).length,
  }
}
