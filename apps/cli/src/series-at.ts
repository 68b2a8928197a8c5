import type { SeriesInput } from '@stockcast/forecasting'
import type { Sales } from './read-sales.ts'

/** Returns one series for the engine, from its first day on sale to the origin; empty if there is none. */
export function seriesAt(sales: Sales, row: number): SeriesInput {
  const { days, outOfStock } = sales
  const first = sales.firstColumn[row] as number
  const start = row * days + first
  const end = (row + 1) * days
  return {
    id: sales.ids[row] as string,
    firstDay: sales.firstDay + first,
    unitsSold: sales.units.subarray(start, end),
    ...(outOfStock && { outOfStock: outOfStock.subarray(start, end) }),
  }
}
