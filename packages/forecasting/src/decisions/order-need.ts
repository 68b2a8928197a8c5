import { type DemandDistribution, dropElapsedDays, meanDemand } from '../distribution/demand-distribution.ts'
import { demandQuantileDuring, meanDemandDuring, meanOver } from '../lead-time/demand-during.ts'
import { getLeadTimes, plannedServiceLevel, type ReplenishmentPolicy } from './replenishment-policy.ts'
import { expectedArrivals, type Incoming, type StockPath } from './stock-path.ts'

/** What an order placed on some day has to bring, before packs, minimum and maximum. */
export interface OrderNeed {
  orderUpToLevel: number
  /** max(0, order-up-to level − stock − helping units), whole. */
  units: number
  /** Of the units on the way, those that make the order smaller, whole. */
  helpingUnits: number
}

/** Returns the units with which demand over equally likely numbers of days is met at the planned service level. */
export function levelToCover(
  distribution: DemandDistribution,
  days: ArrayLike<number>,
  policy: ReplenishmentPolicy,
): number {
  const planned = Math.ceil(meanDemandDuring(distribution, days) + policy.safetyStock)
  return Math.max(planned, demandQuantileDuring(distribution, days, plannedServiceLevel(policy)))
}

/**
 * Returns what an order on day `from` needs so that stock lasts from its arrival (after the lead time L) through the review
 * period R, on every day and not only in sum: max over t of level(t) − stock − arrivals before t, where t is L + R and each day
 * between L and L + R on which units arrive. An arrival therefore helps only from its day on, and units after it do not fill a
 * gap before it. Before an arrival the need is at most the level of the days from L to it: what was lost until L is not sold
 * again, and the gap is all that is to be bridged. Of these days, the one with the greatest expected gap counts. Arrivals count
 * by their probability, and by the share of their days before t.
 */
export function orderNeed(path: StockPath & { policy: ReplenishmentPolicy }, from: number): OrderNeed {
  const { distribution, policy, incoming = [] } = path
  const later = dropElapsedDays(distribution, from)
  const leadTimes = getLeadTimes(policy)
  const whole = Array.from(leadTimes, (days) => days + policy.reviewPeriodDays)
  const orderUpToLevel = levelToCover(later, whole, policy)
  const stock = from === 0 ? path.available : path.available - meanDemand(distribution, from)
  const arrivals = (days: ArrayLike<number>) =>
    incoming.length === 0 ? 0 : meanOver(days, (each) => expectedArrivals(incoming, from + each))
  const missing = (level: number, days: ArrayLike<number>) => Math.ceil(level - stock - arrivals(days))
  let units = Math.max(0, missing(orderUpToLevel, whole))
  const gap = widestGap(incoming, { from, leadTimes, policy, later, stock })
  if (gap) {
    const owed = Math.max(0, -path.available)
    const bridged = owed + levelToCover(dropElapsedDays(later, gap.start), gap.days, policy)
    units = Math.max(units, Math.min(missing(levelToCover(later, gap.until, policy), gap.until), bridged))
  }
  const all = Math.floor(arrivals(whole))
  return {
    orderUpToLevel,
    units,
    helpingUnits: Math.max(0, Math.min(all, orderUpToLevel - Math.floor(stock) - units)),
  }
}

interface Gap {
  /** For each lead time, the days from the order until the arrival, at least until the order's own. */
  until: readonly number[]
  /** For each lead time, the days from the order's own arrival to that arrival, in ascending order. */
  days: readonly number[]
  /** The middle lead time, after which the gap begins. */
  start: number
}

/** Returns the time before an arrival in which most units are expected to be missing; null if none are. */
function widestGap(
  incoming: readonly Incoming[],
  args: {
    from: number
    leadTimes: ArrayLike<number>
    policy: ReplenishmentPolicy
    later: DemandDistribution
    stock: number
  },
): Gap | null {
  const { from, leadTimes, policy, later, stock } = args
  const longest = leadTimes[leadTimes.length - 1] as number
  const possible = incoming.flatMap(({ day, days = [day] }) => days.map((each) => each - from))
  let widest: Gap | null = null
  let most = 0
  for (const arrival of new Set(possible)) {
    if (arrival <= (leadTimes[0] as number) || arrival >= longest + policy.reviewPeriodDays) continue
    const until = Array.from(leadTimes, (days) =>
      Math.min(Math.max(arrival, days), days + policy.reviewPeriodDays),
    )
    const missing =
      meanOver(until, (days) => meanDemand(later, days) - expectedArrivals(incoming, from + days)) - stock
    const days = until.map((day, k) => day - (leadTimes[k] as number)).reverse()
    const units = Math.min(missing, meanDemandDuring(later, days))
    if (units <= most) continue
    most = units
    widest = { until, days, start: leadTimes[Math.floor(leadTimes.length / 2)] as number }
  }
  return widest
}
