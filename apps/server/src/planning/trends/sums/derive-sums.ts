import { FORECAST_HORIZON_DAYS } from '@stockcast/contract'
import { dayFromEpoch } from '../../../kernel/calendar.ts'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { RefreshedProjection } from '../../projection/ports.ts'
import {
  deriveVariantSums,
  listSummedDays,
  saveDaySums,
  saveExpectedLostSales,
  sumDays,
  takeStaleDays,
} from './queries.ts'

/** The longest period, and as many days before it for the comparison. */
const KEPT_DAYS = 2 * FORECAST_HORIZON_DAYS

/**
 * Derives what trends show from stored data: the sums of these variants (or of all with null), and the past
 * days of the shop whose sales changed since they were summed. After all variants also today's expected lost
 * sales. Runs one at a time per merchant: the caller holds the lock on the stock projection.
 */
export async function deriveSums(
  tx: Tx,
  args: Pick<RefreshedProjection, 'merchantId' | 'variantIds' | 'partOfAll' | 'today'>,
): Promise<void> {
  const { merchantId, variantIds } = args
  const today = dayFromEpoch(args.today)
  await deriveVariantSums(tx, { merchantId, variantIds, today })
  const days = await daysToSum(tx, args)
  if (days.length > 0) await saveDaySums(tx, { merchantId, sums: await sumDays(tx, { merchantId, days }) })
  if (variantIds === null || args.partOfAll === 'last') await saveExpectedLostSales(tx, { merchantId, today })
}

async function daysToSum(tx: Tx, args: { merchantId: number; today: number }): Promise<string[]> {
  const { merchantId, today } = args
  const stale = new Set(await takeStaleDays(tx, { merchantId, today: dayFromEpoch(today) }))
  const since = dayFromEpoch(today - KEPT_DAYS)
  const summed = new Set(await listSummedDays(tx, { merchantId, since }))
  return Array.from({ length: KEPT_DAYS }, (_, i) => dayFromEpoch(today - KEPT_DAYS + i)).filter(
    (day) => stale.has(day) || !summed.has(day),
  )
}
