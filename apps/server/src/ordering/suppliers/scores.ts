import { LEARNED_FROM_ORDERS, type SupplierScore } from '@stockcast/contract'
import type { Context } from '../../kernel/verb-context.ts'
import { type ScoreSums, sumScores } from './history-queries.ts'
import type { SupplierLeadTime } from './lead-times.ts'
import type { StoredSupplier } from './queries.ts'

const SCORE_DAYS = 365

/** Returns the figures of the last 365 days of each supplier. With fewer than three orders, the ratios are null. */
export async function findScores(
  { merchantId, tx }: Context,
  args: {
    suppliers: readonly StoredSupplier[]
    today: string
    leadTimes: ReadonlyMap<number, SupplierLeadTime>
  },
): Promise<Map<number, SupplierScore>> {
  const { suppliers, today, leadTimes } = args
  const supplierIds = suppliers.map(({ id }) => id)
  const sums = await sumScores(tx, { merchantId, supplierIds, today, days: SCORE_DAYS })
  const sumsOf = new Map(sums.map((row) => [row.supplierId, row]))
  return new Map(
    suppliers.map(({ id }) => [
      id,
      getScore(sumsOf.get(id) ?? null, leadTimes.get(id)?.daysOfLastYear ?? []),
    ]),
  )
}

function getScore(sums: ScoreSums | null, leadTimes: readonly number[]): SupplierScore {
  const orders = sums?.orders ?? 0
  const isEnough = sums !== null && orders >= LEARNED_FROM_ORDERS
  const ratio = (part: number, whole: number) => (isEnough && whole > 0 ? part / whole : null)
  const quantile = (share: number) =>
    leadTimes.length >= LEARNED_FROM_ORDERS ? getQuantile(leadTimes, share) : null
  return {
    orders,
    onTimeRatio: ratio(sums?.unitsOnTime ?? 0, sums?.unitsDue ?? 0),
    fillRatio: ratio(sums?.unitsAccepted ?? 0, sums?.unitsFinished ?? 0),
    rejectedRatio: ratio(sums?.rejected ?? 0, sums?.received ?? 0),
    leadTimeMedianDays: quantile(0.5),
    leadTimeP90Days: quantile(0.9),
    lateValueMinor: sums === null ? 0 : sums.lateValueMinor,
    lateUnits: sums?.lateUnits ?? 0,
  }
}

/** Returns the observed quantile, interpolated between the two nearest observations, in whole days. */
function getQuantile(days: readonly number[], share: number): number {
  const sorted = days.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return Math.round(low + (high - low) * (place - Math.floor(place)))
}
