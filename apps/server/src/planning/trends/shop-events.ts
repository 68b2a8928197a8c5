import type { CalendarEvent } from '@stockcast/contract'
import type { Tx } from '../../kernel/database/app-database.ts'
import { eventsAhead } from '../catalog/planning.ts'
import { listForecastEvents } from './queries.ts'

/** Returns the holidays and shopping days ahead on which the shop sells clearly more or less. */
export async function listShopEvents(
  tx: Tx,
  { merchantId, today }: { merchantId: number; today: number },
): Promise<CalendarEvent[]> {
  return eventsAhead({ events: await listForecastEvents(tx, merchantId) }, today)
}
