import { type DemandDistribution, meanDemand } from '../distribution/demand-distribution.ts'
import { scaleDemand } from '../distribution/scale-demand.ts'
import { replenishment } from './replenishment.ts'
import type { ReplenishmentPolicy } from './replenishment-policy.ts'
import { expectedUnits, type Incoming, type StockPath } from './stock-path.ts'
import { stockoutProjection } from './stockout.ts'

/** What an answer is derived from, in numbers that can be kept for a day. */
export interface AnswerInputs {
  available: number
  /** Units on the way. */
  incoming: number
  /** Expected units a day over the next 30 days. */
  dailyDemand: number
  leadTimeDays: number
  safetyStock: number
  serviceLevel: number
}

export type MoveCause = keyof AnswerInputs
export type Answer = 'days_until_stockout' | 'order_by'

/** An answer that moved, and the input that moved it most; null if no single one did. */
export interface Move {
  answer: Answer
  /** Days by which it moved: later if above zero. */
  days: number
  cause: { input: MoveCause; from: number; to: number } | null
}

/** An answer that moves by no more days needs no explanation. */
const QUIET_DAYS = 3

type Before = AnswerInputs & { daysUntilStockout: number | null; orderInDays: number | null }

interface Now {
  distribution: DemandDistribution
  available: number
  incoming: readonly Incoming[]
  policy: ReplenishmentPolicy
}

/**
 * Returns why an answer moved by more than three days since an earlier day: the days until stockout, or else the day of
 * the next order. A stock that lasts as expected may lose a day for each day that passed. The cause is the input
 * with which, had it stayed as it was, today's answer would have been nearest to the earlier one; all other inputs are
 * those of today (one-at-a-time attribution, Saltelli et al. 2008, "Global sensitivity analysis"). Earlier demand is today's distribution,
 * scaled. `orderInDays` counts from today.
 */
export function explainMove(args: { now: Now; before: Before; elapsedDays: number }): Move | null {
  const { now, before, elapsedDays } = args
  const from = before.daysUntilStockout
  const to = daysUntilStockout(now)
  if (from !== null && to !== null) {
    const expected = Math.min(from, Math.max(from - elapsedDays, to))
    if (Math.abs(to - expected) > QUIET_DAYS)
      return { answer: 'days_until_stockout', days: to - expected, cause: getCause(args, daysUntilStockout) }
  }
  const order = orderInDays(now)
  if (before.orderInDays === null || order === null) return null
  const days = order - before.orderInDays
  return Math.abs(days) > QUIET_DAYS ? { answer: 'order_by', days, cause: getCause(args, orderInDays) } : null
}

/** Returns the whole days until stockout; after the horizon, at its average rate; null without demand. */
function daysUntilStockout({ policy: _, ...path }: Now): number | null {
  const projection = stockoutProjection(path)
  switch (projection.kind) {
    case 'days':
      return projection.daysUntilStockout
    case 'out_of_stock':
      return 0
    case 'no_demand':
      return null
    case 'beyond':
      return daysAtAverageRate(path, projection.horizonDays)
  }
}

/** Returns the days that stock and units on the way last at the average rate of the horizon. */
function daysAtAverageRate(path: StockPath, horizonDays: number): number {
  const { distribution, available, incoming = [] } = path
  const units = incoming.reduce((sum, receipt) => sum + expectedUnits(receipt), available)
  const days = Math.floor((units * horizonDays) / meanDemand(distribution, horizonDays))
  return Math.max(horizonDays, Math.min(MAX_DAYS, days))
}

function orderInDays(now: Now): number | null {
  const { orderInDays: days, orderQuantity } = replenishment(now)
  return orderQuantity > 0 ? days : null
}

/** Larger numbers of days mean nothing: the rate is near zero. */
const MAX_DAYS = 998

function getSum(incoming: readonly Incoming[]): number {
  return incoming.reduce((sum, { units }) => sum + units, 0)
}

/** Days over which the mean of the daily demand is taken. */
const MEAN_DAYS = 30

function getInputs({ distribution, available, incoming, policy }: Now): AnswerInputs {
  const { leadTimeDays, safetyStock, serviceLevel } = policy
  const dailyDemand = meanDemand(distribution, MEAN_DAYS) / MEAN_DAYS
  return { available, incoming: getSum(incoming), dailyDemand, leadTimeDays, safetyStock, serviceLevel }
}

function getCause(
  { now, before }: { now: Now; before: Before },
  getAnswer: (now: Now) => number | null,
): Move['cause'] {
  const today = getInputs(now)
  const earlier = getAnswer === daysUntilStockout ? before.daysUntilStockout : before.orderInDays
  const answer = getAnswer(now)
  if (answer === null || earlier === null) return null
  let cause: Move['cause'] = null
  let least = Math.abs(answer - earlier)
  for (const input of Object.keys(reverts) as MoveCause[]) {
    if (today[input] === before[input]) continue
    const reverted = getAnswer(reverts[input](now, before[input], today[input]))
    // Without an answer, nothing would run out, so this input does not explain the move.
    const distance = reverted === null ? Number.POSITIVE_INFINITY : Math.abs(reverted - earlier)
    if (distance >= least) continue
    least = distance
    cause = { input, from: before[input], to: today[input] }
  }
  return cause
}

/** For each input, returns today's situation with that input as it was. */
const reverts: Record<MoveCause, (now: Now, before: number, today: number) => Now> = {
  available: (now, available) => ({ ...now, available }),
  incoming: (now, before, today) => ({ ...now, incoming: scaledReceipts(now, before, today) }),
  dailyDemand: (now, before, today) =>
    before > 0 && today > 0 ? { ...now, distribution: scaleDemand(now.distribution, before / today) } : now,
  leadTimeDays: (now, before, today) => ({
    ...now,
    policy: withLeadTime(now.policy, before, before - today),
  }),
  safetyStock: (now, safetyStock) => ({ ...now, policy: { ...now.policy, safetyStock } }),
  serviceLevel: (now, serviceLevel) => ({ ...now, policy: { ...now.policy, serviceLevel } }),
}

/**
 * Returns receipts of this many units in all, on the days of today's receipts, or on the day of an order placed today if
 * nothing is on the way.
 */
function scaledReceipts({ incoming, policy }: Now, before: number, today: number): Incoming[] {
  if (before === 0) return []
  if (today === 0) return [{ day: policy.leadTimeDays, units: before }]
  return incoming.map((receipt) => ({ ...receipt, units: (receipt.units * before) / today }))
}

function withLeadTime(policy: ReplenishmentPolicy, leadTimeDays: number, later: number): ReplenishmentPolicy {
  const { leadTimes } = policy
  return {
    ...policy,
    leadTimeDays,
    leadTimes: leadTimes && Array.from(leadTimes, (days) => Math.max(0, days + later)),
  }
}
