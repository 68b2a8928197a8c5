import { requireCount } from '../arguments.ts'
import type { SeriesInput } from '../types.ts'

/** One variant with all that is known of it by the end of the last day. */
export interface ReplayVariant extends SeriesInput {
  /** What could be sold at the end of each day of `unitsSold`; NaN = not known, and estimated where it is needed. */
  closingStock: Float64Array
  /** What the store knew to be on the way at the end of each day; NaN, or left out = not known, and then none counts. */
  incoming?: Float64Array
  /** What the merchant ordered and noted. */
  orders?: readonly PastOrder[]
  leadTimeDays: number
}

/** A noted order; days since 1970-01-01. */
export interface PastOrder {
  notedOn: number
  /** It counted no more from the end of this day on; null = still expected. */
  closedOn: number | null
  expectedOn: number
  units: number
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
  for (const { id, firstDay, unitsSold, closingStock, incoming, leadTimeDays } of series) {
    requireCount(`leadTimeDays of ${id}`, leadTimeDays, 0)
    const last = firstDay + unitsSold.length - 1
    if (last !== origin) {
      throw new RangeError(`series ${id} must end on the origin ${origin}, it ends on ${last}`)
    }
    for (const [name, values] of Object.entries({ closingStock, incoming: incoming ?? closingStock })) {
      if (values.length !== unitsSold.length) {
        throw new RangeError(`${name} of ${id} must have ${unitsSold.length} days, got ${values.length}`)
      }
    }
  }
}
