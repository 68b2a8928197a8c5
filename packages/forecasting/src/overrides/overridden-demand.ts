import { type DemandDistribution, meanOfDay } from '../distribution/demand-distribution.ts'
import { withDailyMeans } from './change-demand.ts'

/** A change of one series' forecast by hand. Days are epoch days, both included. */
export interface Override {
  from: number
  to: number
  /**
   * `percent`: that much more or less than on usual days; `per_day`: that many units more or less a day; `total`: that many
   * units on all its days together; `like`: that many percent of what another series is expected to sell.
   */
  kind: 'percent' | 'per_day' | 'total' | 'like'
  amount: number
  /** The part of a total that is left for the days from today on; absent if all of it is. */
  share?: number
  /** The other series of `like`, seen from the same day; absent if it is not known, and the override does nothing. */
  like?: DemandDistribution | undefined
}

/** How a day ahead sells because of a closing or a sale: 0 is closed, 2 is twice as much as a usual day. */
export type DayRatios = ReadonlyMap<number, number>

export interface OverriddenDemand {
  distribution: DemandDistribution
  /** Which override counts on each day from today on; undefined on a day without an override. */
  counts: readonly (Override | undefined)[]
}

/**
 * Changes expected demand by hand. On each day the first override of the list counts alone; it takes the place of what a sale
 * or holiday adds, and on a closed day nothing sells. Days after the horizon that an override reaches become part of it.
 * `distribution` begins with `today`, an epoch day. Without an override from today on it is returned as it is.
 */
export function overriddenDemand(args: {
  distribution: DemandDistribution
  today: number
  /** The one that counts first. */
  overrides: readonly Override[]
  ratios: DayRatios
}): OverriddenDemand {
  const { distribution, today, ratios } = args
  const overrides = args.overrides.filter(({ to, kind, like }) => to >= today && (kind !== 'like' || like))
  if (overrides.length === 0) return { distribution, counts: [] }
  const last = overrides.reduce((most, { to }) => Math.max(most, to), today)
  // What is expected after the horizon is its average, in which an override must not count for more than its days.
  const days = Math.max(2 * distribution.horizonDays, last - today + 1)
  const before = Array.from({ length: days }, (_, i) => meanOfDay(distribution, i + 1))
  const isIn = ({ from, to }: Override, i: number) => today + i >= from && today + i <= to
  const openDays = new Map(overrides.map((override) => [override, getOpenDays(override)]))

  /**
   * Returns the days of an override on which the shop sells, with what is expected on all of them. An override that covers only
   * weekdays on which nothing is sold counts as open on them.
   */
  function getOpenDays(override: Override) {
    const all = before.flatMap((_, i) => (isIn(override, i) && ratios.get(today + i) !== 0 ? [i] : []))
    const selling = all.filter((i) => before[i]! > 0)
    const open = new Set(selling.length > 0 ? selling : all)
    return { open, expected: selling.reduce((sum, i) => sum + before[i]!, 0) }
  }

  function unitsOn(i: number, override: Override): number {
    const { kind, amount, share = 1 } = override
    const { open, expected } = openDays.get(override)!
    if (!open.has(i)) return 0
    switch (kind) {
      case 'percent':
        return (before[i]! / Math.max(1, ratios.get(today + i) ?? 1)) * (1 + amount / 100)
      case 'per_day':
        return Math.max(0, before[i]! + amount)
      case 'total':
        return amount * share * (expected > 0 ? before[i]! / expected : 1 / open.size)
      case 'like':
        return (meanOfDay(override.like!, i + 1) * amount) / 100
    }
  }

  const counts = Array.from({ length: days }, (_, i) => overrides.find((override) => isIn(override, i)))
  const dailyMean = Float64Array.from(before, (mean, i) => (counts[i] ? unitsOn(i, counts[i]) : mean))
  const isNew = (day: number) => counts[day - 1]?.kind === 'like'
  return { distribution: withDailyMeans(distribution, dailyMean, isNew), counts }
}
