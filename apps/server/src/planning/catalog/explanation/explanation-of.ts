import { demandParts, type Explanation } from '@stockcast/contract'
import { type Evidence, EXPLAINED_DAYS } from '@stockcast/forecasting'
import { decodeDistribution, demandQuantile, meanDemand } from '@stockcast/forecasting/decisions'
import { dayFromEpoch, epochDay } from '../../../kernel/calendar.ts'
import type { PlanningRow } from '../planning-queries.ts'

/** Returns the parts of a stored forecast; null if they were not stored with it. */
export function getExplanation(
  row: Pick<PlanningRow, 'distribution' | 'origin' | 'evidence'>,
): Explanation | null {
  const parts = (row.evidence as Evidence | null)?.parts
  if (!parts || Object.keys(parts).length === 0 || !row.distribution || !row.origin) return null
  const distribution = decodeDistribution(row.distribution)
  const days = Math.min(EXPLAINED_DAYS, distribution.horizonDays)
  const medianUnits = demandQuantile(distribution, days, 0.5)
  const plain = demandQuantile({ ...distribution, recalibration: null }, days, 0.5)
  return {
    from: dayFromEpoch(epochDay(row.origin) + 1),
    days,
    units: meanDemand(distribution, days),
    parts: demandParts.flatMap((part) => {
      const units = parts[part]
      return units === undefined ? [] : [{ part, units }]
    }),
    medianUnits,
    recalibrationUnits: medianUnits - plain,
  }
}
