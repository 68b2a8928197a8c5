import type { SeriesInput } from '@stockcast/forecasting'
import type { Sales } from './read-sales.ts'

/** One series as the engine takes it: from its first day on sale to the origin; empty when it has none. */
export function seriesAt(sales: Sales, row: number): SeriesInput {
  const { days } = sales
  const first = sales.firstColumn[row] as number
  return {
    id: sales.ids[row] as string,
    firstDay: sales.firstDay + first,
    unitsSold: sales.units.subarray(row * days + first, (row + 1) * days),
  }
}
