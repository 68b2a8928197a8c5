/** Accepted units of one order on one day, as an epoch day. */
export interface AcceptedUnits {
  day: number
  units: number
}

/**
 * Returns the lead time of one order: days from `orderedOn` to the day on which at least half of the accepted
 * units were there. Corrections carry negative units. Returns null for an order without accepted units, and for
 * one that was there on the day it was ordered, because it was entered on arrival.
 */
export function observedLeadTime(orderedOn: number, accepted: readonly AcceptedUnits[]): number | null {
  const byDay = new Map<number, number>()
  let total = 0
  for (const { day, units } of accepted) {
    byDay.set(day, (byDay.get(day) ?? 0) + units)
    total += units
  }
  if (total <= 0) return null
  let received = 0
  for (const [day, units] of [...byDay].sort(([a], [b]) => a - b)) {
    received += units
    if (2 * received >= total) return day > orderedOn ? day - orderedOn : null
  }
  return null
}
