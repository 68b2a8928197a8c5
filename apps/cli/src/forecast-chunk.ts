import {
  forecastSeries,
  type LearnedShop,
  noDemandDistribution,
  type ShopKnowledge,
} from '@stockcast/forecasting'
import { writeForecastRows } from './forecast-rows.ts'
import type { Sales } from './read-sales.ts'
import { RowBytes } from './row-bytes.ts'
import { seriesAt } from './series-at.ts'
import { type StockoutRows, stockoutRows } from './stockout-rows.ts'

export interface Job {
  sales: Sales
  knowledge: ShopKnowledge
  horizonDays: number
  /** Rows from `start` up to, not including, `end`. */
  start: number
  end: number
  /** Stock levels by row. */
  levels: ReadonlyMap<number, readonly number[]>
}

/** The rows of one chunk; stockout rows are by series row, in the order of their levels. */
export interface ChunkRows {
  rows: Uint8Array
  stockouts: ReadonlyMap<number, readonly StockoutRows[]>
}

/**
 * Forecasts a chunk of series. The result depends only on the job, so that any split gives the same rows.
 * `trained` has the prepared series where they are available; they are not sent to other threads.
 */
export default function forecastChunk(job: Job, trained?: LearnedShop['trained']): ChunkRows {
  const { sales, knowledge, horizonDays, levels } = job
  const stockouts = new Map<number, StockoutRows[]>()
  const rows = new RowBytes()
  for (let row = job.start; row < job.end; row++) {
    const id = sales.ids[row] as string
    const series = seriesAt(sales, row)
    const isOnSale = series.unitsSold.length > 0
    const distribution = isOnSale
      ? forecastSeries(series, knowledge, trained?.[row]).distribution
      : noDemandDistribution(horizonDays)
    writeForecastRows(rows, id, distribution, horizonDays)
    const onHand = levels.get(row)
    if (onHand) stockouts.set(row, stockoutRows(id, distribution, horizonDays, onHand))
  }
  return { rows: rows.written().slice(), stockouts }
}
