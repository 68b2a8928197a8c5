import type { OpenOrder, OrderRequest, Snooze, SnoozeRequest } from '@stockcast/contract'

const DAY_MS = 86_400_000

/** Returns the request for the rest of a snooze, to the nearest day. */
export function restOf({ kind, until }: Pick<Snooze, 'kind' | 'until'>, now: string): SnoozeRequest {
  if (kind !== 'until_time') return { kind }
  const daysLeft = Math.round((Date.parse(until ?? now) - Date.parse(now)) / DAY_MS)
  return { kind, days: Math.max(1, daysLeft) }
}

/** Returns the request for the units of an order still to come; a late order is expected today. */
export const stillToCome = (
  { unitsLeft, expectedOn }: Pick<OpenOrder, 'unitsLeft' | 'expectedOn'>,
  today: string,
): OrderRequest => ({ units: unitsLeft, expectedOn: expectedOn < today ? today : expectedOn })
