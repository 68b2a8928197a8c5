import type { SeriesInput } from '@stockcast/forecasting/forecast'
import { daysPacked, type PackedUnits, unpackUnits } from './packed-units.ts'
import type { Sales } from './read-sales.ts'

/** What the engine needs to know of the sales; all but the ids is shared between threads. */
export type SeriesSource = Pick<Sales, 'ids' | 'firstDay' | 'days' | 'units' | 'outOfStock'>

/** Returns one series for the engine, from its first day on sale to the origin; empty if there is none. */
export function seriesAt(sales: SeriesSource, row: number): SeriesInput {
  return seriesIn(sales, row, new Float64Array(daysPacked(sales.units, row)))
}

/** The series of the sales. Each one takes the memory of the one before, which must no longer be used. */
export class SeriesRows {
  readonly length: number
  readonly #sales: SeriesSource
  readonly #buffer: Float64Array

  constructor(sales: SeriesSource) {
    this.length = sales.ids.length
    this.#sales = sales
    this.#buffer = new Float64Array(sales.days)
  }

  at(row: number): SeriesInput {
    return seriesIn(this.#sales, row, this.#buffer)
  }
}

function seriesIn(sales: SeriesSource, row: number, buffer: Float64Array): SeriesInput {
  const { ids, days, units, outOfStock } = sales
  const unitsSold = unpackUnits(units, row, buffer)
  const first = days - unitsSold.length
  return {
    id: ids[row] as string,
    firstDay: sales.firstDay + first,
    unitsSold,
    ...(outOfStock && { outOfStock: outOfStock.subarray(row * days + first, (row + 1) * days) }),
  }
}

/** Returns the units of a series on every day; days before its first value are 0. */
export function unitsOn({ units, days }: { units: PackedUnits; days: number }, row: number): Float64Array {
  const all = new Float64Array(days)
  const sold = daysPacked(units, row)
  unpackUnits(units, row, all.subarray(days - sold))
  return all
}
