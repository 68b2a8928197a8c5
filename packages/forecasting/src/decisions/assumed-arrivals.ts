import type { Incoming } from './stock-path.ts'

/**
 * When units on the way arrive. The store tells how many, not when: each such order was placed at some time within the
 * last lead time, so on average half of it is left. Never today.
 */
export function assumedArrivals(units: number, leadTimeDays: number): Incoming[] {
  return units > 0 ? [{ day: Math.max(1, Math.ceil(leadTimeDays / 2)), units }] : []
}
