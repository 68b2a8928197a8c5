import type { History } from '../history.ts'
import { hasYearBefore, pooledLifts } from './annual-lift.ts'

const STEP_DAYS = 15
/** Past origins each piece of the horizon is fitted on: a year of them. */
export const ORIGINS_PER_SEGMENT = 24
/** Older origins, for the pieces that end 30 to 90 days after theirs. */
const EXTRA_ORIGINS = 6
const LEAST_HISTORY_DAYS = 60
/** With fewer origins than this a year old, the shop is too young to learn from last year. */
const LEAST_ANNUAL_ORIGINS = 8

/** Past days the shop is forecast from, to learn how its simple levels should be combined. */
export interface TrainingOrigins {
  /** Days before the origin, oldest first. */
  backs: readonly number[]
  /** The shop's annual lifts at those days and at the origin (0); empty for a shop too young. */
  lifts: ReadonlyMap<number, Float64Array>
}

/**
 * Up to 30 origins 15 days apart. In a shop old enough for annual lifts only those are used that had a year behind them,
 * so that training sees what forecasting sees.
 */
export function trainingOrigins(histories: readonly History[]): TrainingOrigins {
  let oldest = 0
  for (const history of histories) oldest = Math.max(oldest, history.n)
  const possible = Math.floor((oldest - LEAST_HISTORY_DAYS) / STEP_DAYS)
  const count = Math.max(0, Math.min(ORIGINS_PER_SEGMENT + EXTRA_ORIGINS, possible))
  const backs = Array.from({ length: count }, (_, i) => STEP_DAYS * (count - i))
  const annual = backs.filter((back) => hasYearBefore(oldest - back))
  if (annual.length < LEAST_ANNUAL_ORIGINS) return { backs, lifts: new Map() }
  return { backs: annual, lifts: new Map([...annual, 0].map((back) => [back, pooledLifts(histories, back)])) }
}

/** Can demand from day `days` after an origin `back` days ago be trained on? */
export function isTrainingOrigin(back: number, days: number): boolean {
  return days <= back && back - days <= STEP_DAYS * ORIGINS_PER_SEGMENT
}

/** Has the series a history before index `end` that others can learn from? */
export function isInstructive(history: History, end: number): boolean {
  const selling = history.sellingDaysBefore
  const recent = (selling[end] as number) - (selling[Math.max(0, end - 91)] as number)
  return end >= LEAST_HISTORY_DAYS && (selling[end] as number) >= 4 && recent >= 1
}
