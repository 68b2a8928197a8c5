import {
  forecastSeries,
  noDemandDistribution,
  type SeriesList,
  type ShopKnowledge,
  type TrainedSeries,
} from '@stockcast/forecasting/forecast'
import { writeForecastRows } from './forecast-rows.ts'
import type { StockLine } from './read-stock.ts'
import { RowBytes } from './row-bytes.ts'
import { stockoutRows } from './stockout-rows.ts'

/** Number of series in a chunk: small enough to balance threads, large enough to be worth sending. */
export const CHUNK = 64

export interface Chunk {
  /** Rows from `start` up to, not including, `end`. */
  start: number
  end: number
  /** The stock levels of these rows, in any order. */
  stock: readonly StockLine[]
}

/** The rows of one chunk; stockout rows are in the order of its stock levels. */
export interface ChunkRows {
  rows: Uint8Array
  stockouts: RowList
  risks: RowList
}

/** Several rows, and where each one ends. */
export interface RowList {
  bytes: Uint8Array
  ends: Uint32Array
}

/**
 * Forecasts a chunk of series. The result depends only on the series and the knowledge, so that any split gives the same rows.
 * `trained` has the levels of those series that this thread has learned from, by row.
 */
export function forecastChunk(
  { start, end, stock }: Chunk,
  series: SeriesList,
  knowledge: ShopKnowledge,
  from: { horizonDays: number; trained: readonly (TrainedSeries | undefined)[] },
): ChunkRows {
  const { horizonDays, trained } = from
  const rows = new RowBytes()
  const parts: { stockouts: Uint8Array; risks: Uint8Array }[] = new Array(stock.length)
  const linesOf = Map.groupBy(stock.keys(), (line) => stock[line]!.row)
  for (let row = start; row < end; row++) {
    const one = series.at(row)!
    const isOnSale = one.unitsSold.length > 0
    const distribution = isOnSale
      ? forecastSeries(one, knowledge, trained[row]).distribution
      : noDemandDistribution(horizonDays)
    writeForecastRows(rows, one.id, distribution, horizonDays)
    const lines = linesOf.get(row)
    if (!lines) continue
    const levels = lines.map((line) => stock[line]!.onHand)
    stockoutRows(one.id, distribution, horizonDays, levels).forEach(({ days, risk }, i) => {
      parts[lines[i]!] = { stockouts: days, risks: risk }
    })
  }
  return {
    rows: rows.written().slice(),
    stockouts: joined(parts.map((part) => part.stockouts)),
    risks: joined(parts.map((part) => part.risks)),
  }
}

function joined(rows: readonly Uint8Array[]): RowList {
  const all = new RowBytes()
  const ends = Uint32Array.from(rows, (row) => {
    all.append(row)
    return all.length
  })
  return { bytes: rows.length > 0 ? all.written().slice() : new Uint8Array(0), ends }
}

/** Returns one of the rows. */
export function toRow({ bytes, ends }: RowList, index: number): Uint8Array {
  return bytes.subarray(ends[index - 1] ?? 0, ends[index])
}
