import type { Incoming } from './stock-path.ts'

/**
 * Estimates when units on the way arrive. The store reports their number without a date. Each such order was
 * placed some time within the last lead time, so on average half of it remains. They never arrive today.
 */
export function assumedReceipts(units: number, leadTimeDays: number): Incoming[] {
  return units > 0 ? [{ day: Math.max(1, Math.ceil(leadTimeDays / 2)), units }] : []
}
