import { encodeDistribution } from '@stockcast/forecasting'
import { dayFromEpoch, epochDay, today } from '../kernel/calendar.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Returns a demand of this many units on each of 90 days. */
export const evenDemand = (daily: number) => ({
  horizonDays: 90,
  cumulativeMean: Float64Array.from({ length: 90 }, (_, i) => daily * (i + 1)),
  varianceToMean: new Float64Array(90).fill(1.2),
  dayVarianceToMean: 1.2,
})

/** Writes the same forecast of each product, as of yesterday. */
export async function insertForecasts(
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  forecast: {
    merchantId: number
    variantIds: readonly number[]
    distribution: Parameters<typeof encodeDistribution>[0]
    evidence?: object
  },
): Promise<void> {
  const { merchantId, variantIds, distribution, evidence } = forecast
  const none = { daysOfHistory: 90, daysOutOfStock: 0, weekdayRatios: [], unitsLast30: 0 }
  const rows = variantIds.map((variant_id) => ({
    merchant_id: merchantId,
    variant_id,
    origin: dayFromEpoch(epochDay(today(clock, 'UTC')) - 1),
    basis: 'forecast' as const,
    model: 'test',
    demand_class: 'smooth',
    distribution: encodeDistribution(distribution),
    evidence: JSON.stringify(evidence ?? { ...none, averageDailySales: distribution.cumulativeMean[0] }),
    computed_at: clock.now(),
  }))
  if (rows.length === 0) return
  await db.withTenant(merchantId, (tx) => tx.insertInto('forecasts').values(rows).execute())
}
