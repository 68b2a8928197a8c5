import { type OverriddenDemand, type Override, overriddenDemand } from '@stockcast/forecasting'
import {
  type DemandDistribution,
  decodeDistribution,
  dropElapsedDays,
} from '@stockcast/forecasting/decisions'

/** Changes by hand of one product's forecast, as they are read with it. Days are epoch days. */
export interface StoredChanges {
  /** On each day, the first that covers it counts. */
  overrides: readonly (Pick<Override, 'from' | 'to' | 'kind' | 'amount' | 'share'> & {
    like: readonly number[] | null
    likeOrigin: number | null
    likeName?: string | null
    /** Whether it was above the forecast when it was made. */
    raises?: boolean
  })[]
  /** How closings and sales change days ahead; null if none does. */
  dayRatios: readonly (readonly [number, number])[] | null
  /** How holidays do; null for a forecast of an earlier version. */
  events: readonly { day: number; ratio: number }[] | null
}

/** Returns the distribution of demand seen from `today`, with what was changed by hand. */
export function changedDemand(
  distribution: DemandDistribution,
  { overrides, dayRatios, events }: StoredChanges,
  today: number,
): OverriddenDemand {
  const ratios = new Map(dayRatios)
  for (const { day, ratio } of events ?? []) ratios.set(day, (ratios.get(day) ?? 1) * ratio)
  return overriddenDemand({
    distribution,
    today,
    ratios,
    overrides: overrides.map(({ like, likeOrigin, ...override }) => ({
      ...override,
      like:
        like && likeOrigin !== null
          ? dropElapsedDays(decodeDistribution(like), Math.max(0, today - 1 - likeOrigin))
          : undefined,
    })),
  })
}

/** Returns whether a product that has never sold is expected to. */
export function expectsSales(changes: StoredChanges | null): boolean {
  return changes?.overrides.some(({ kind, amount }) => kind !== 'percent' && amount > 0) ?? false
}
