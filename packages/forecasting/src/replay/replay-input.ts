import { requireCount } from '../arguments.ts'
import type { SeriesInput } from '../types.ts'

/** One variant with all that is known of it by the end of the last day. */
export interface ReplayVariant extends SeriesInput {
  /** What could be sold at the end of each day of `unitsSold`; NaN = not known, and estimated where it is needed. */
  closingStock: Float64Array
  leadTimeDays: number
}

export interface ReplayInput {
  /** Last day of data, epoch day. */
  origin: number
  /** Days to replay, the last of them the origin. */
  days: number
  series: readonly ReplayVariant[]
}

/** As long as the issue of an alert can be of interest: a quarter. */
export const REPLAY_DAYS = 90
/** The past is forecast anew each week. */
export const REFIT_DAYS = 7

/** RangeError unless every variant ends on the origin and has a figure, or NaN, for each of its days. */
export function requireReplay({ origin, days, series }: ReplayInput): void {
  requireCount('days', days, 1)
  for (const { id, firstDay, unitsSold, closingStock, leadTimeDays } of series) {
    requireCount(`leadTimeDays of ${id}`, leadTimeDays, 0)
    const last = firstDay + unitsSold.length - 1
    if (last !== origin) {
      throw new RangeError(`series ${id} must end on the origin ${origin}, it ends on ${last}`)
    }
    if (closingStock.length !== unitsSold.length) {
      throw new RangeError(
        `closingStock of ${id} must have ${unitsSold.length} days, got ${closingStock.length}`,
      )
    }
  }
}
