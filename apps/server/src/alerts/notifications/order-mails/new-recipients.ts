import { DAY_MS, HOUR_MS } from '@stockcast/contract'

/** New recipients without a limit by the hour, and those of a trial in a day. A shop has a few dozen suppliers. */
export const FIRST_RECIPIENTS = 25
/** New recipients in an hour, once so many are known. */
export const NEW_AN_HOUR = 5

/**
 * Returns the earliest time at which a merchant may send an order to somebody who never got one. `firstMails` are the times
 * at which the newest recipients got their first, the last one first, `FIRST_RECIPIENTS` at most.
 */
export function nextNewRecipientAt(firstMails: readonly Date[], isOnTrial: boolean): Date {
  const before = firstMails[FIRST_RECIPIENTS - 1]
  if (before === undefined) return new Date(0)
  const afterHour = firstMails[NEW_AN_HOUR - 1]!.getTime() + HOUR_MS
  return new Date(isOnTrial ? Math.max(afterHour, before.getTime() + DAY_MS) : afterHour)
}
