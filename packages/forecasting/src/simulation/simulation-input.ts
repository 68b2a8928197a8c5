import { requireCount } from '../arguments.ts'
import type { SeriesInput } from '../types.ts'

/** One variant, with all data known at the end of the last day. */
export interface SimulationVariant extends SeriesInput {
  /**
   * Available units at the end of each day of `unitsSold`; NaN if unknown, and then estimated where needed.
   */
  closingStock: Float64Array
  /** Incoming units in the store at the end of each day; NaN or left out if unknown, which counts as none. */
  incoming?: Float64Array
  /** Open orders that the merchant recorded. */
  orders?: readonly PastOrder[]
  leadTimeDays: number
  /** Equally likely lead times in ascending order, where the spread is known; the alert rule averages over them. */
  leadTimes?: readonly number[]
}

/** An order that the merchant recorded; days since 1970-01-01. */
export interface PastOrder {
  recordedOn: number
  /** The day at whose end the order stopped counting; null if still expected. */
  closedOn: number | null
  expectedOn: number
  units: number
}

export interface SimulationInput {
  /** Last day of data, epoch day. */
  origin: number
  /** Number of days to simulate; the last one is the origin. */
  days: number
  series: readonly SimulationVariant[]
}

/** Length of a historical simulation, in days: about a quarter. */
export const SIMULATION_DAYS = 90
/** Days between two fits of the historical simulation. */
export const REFIT_DAYS = 7

/**
 * Throws a RangeError unless every variant ends on the origin and has a number or NaN for each of its days.
 */
export function requireSimulation({ origin, days, series }: SimulationInput): void {
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
