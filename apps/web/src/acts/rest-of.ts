import type { NotedOrder, OrderRequest, Silence, SilenceRequest } from '@stockcast/contract'

const DAY_MS = 86_400_000

/** Asks again for what was left of a silence, to the nearest day. */
export function restOf({ kind, until }: Pick<Silence, 'kind' | 'until'>, now: string): SilenceRequest {
  if (kind !== 'until_time') return { kind }
  const daysLeft = Math.round((Date.parse(until ?? now) - Date.parse(now)) / DAY_MS)
  return { kind, days: Math.max(1, daysLeft) }
}

/** Notes again what was still to come of an order; one that is late is expected today. */
export const stillToCome = (
  { unitsLeft, expectedOn }: Pick<NotedOrder, 'unitsLeft' | 'expectedOn'>,
  today: string,
): OrderRequest => ({ units: unitsLeft, expectedOn: expectedOn < today ? today : expectedOn })
