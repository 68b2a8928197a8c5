import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stockcast/contract'
import type { Tables } from '../database/tables.ts'

/** No work of the kind `phone` is left. */
export type DueKind = Exclude<Tables['due_times']['kind'], 'phone'>

/**
 * The longest time until work of a kind is due again. A due time further ahead was set by a clock that has been
 * moved back since. Null: there is no longest time, because the merchant's rows decide when work is due.
 */
export const longestWaitMs: Readonly<Record<DueKind, number | null>> = {
  comparison: 15 * MINUTE_MS,
  delivery: null,
  // A day when the clocks go back has 25 hours.
  forecast: DAY_MS + HOUR_MS,
  // A month, and a day when the clocks go back.
  report: 32 * DAY_MS,
  retention: DAY_MS,
  simulation: 9 * DAY_MS,
}

/** The due time of work that the next schedule is to take, whatever its clock shows. */
export const AT_ONCE = new Date(0)
