import type { ShopPeriod } from '@stockcast/forecasting'
import type { Tx } from '../../kernel/database/app-database.ts'
import { lockCalendar, replaceProposals } from './queries.ts'

/** Stores the closings and sales that a forecast of the whole shop found as proposals, in place of earlier ones. */
export async function noteFound(
  tx: Tx,
  found: { merchantId: number; found: readonly ShopPeriod[]; at: Date },
): Promise<void> {
  await lockCalendar(tx, found.merchantId)
  await replaceProposals(tx, found)
}
