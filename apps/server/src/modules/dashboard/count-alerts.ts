import type { Dashboard } from '@stockcast/contract'
import { dayFromEpoch, dayOf } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import { listActiveAlertTimes, listAlertResolutionTimes } from './queries.ts'

const dayMs = 86_400_000
/** The longest month and the widest time zone. */
const lookBackDays = 33

/** Days and months are the shop's own. */
export async function countActiveAlerts(
  tx: Tx,
  args: { merchantId: number; today: number; timeZone: string },
): Promise<Dashboard['activeAlerts']> {
  const { merchantId, timeZone } = args
  const today = dayFromEpoch(args.today)
  const raised = await listActiveAlertTimes(tx, merchantId)
  const since = new Date((args.today - lookBackDays) * dayMs)
  const resolved = await listAlertResolutionTimes(tx, { merchantId, since })
  const month = today.slice(0, 7)
  return {
    total: raised.length,
    newToday: raised.filter((at) => dayOf(at, timeZone) === today).length,
    resolvedThisMonth: resolved.filter((at) => dayOf(at, timeZone).startsWith(month)).length,
  }
}
