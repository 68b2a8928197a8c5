import { availableParallelism } from 'node:os'
import { type LearnedShop, learnShop } from '@stockcast/forecasting'
import type { CommandOptions } from './command-options.ts'
import forecastChunk, { type ChunkRows, type Job } from './forecast-chunk.ts'
import { HEADER } from './forecast-rows.ts'
import { readBytes } from './read-bytes.ts'
import { readSales, type Sales } from './read-sales.ts'
import { readStock, type StockLine } from './read-stock.ts'
import { readStockHistory } from './read-stock-history.ts'
import { seriesAt } from './series-at.ts'
import { RISK_HEADER } from './stockout-rows.ts'
import { type OutputFile, writeFiles } from './write-files.ts'

/** Number of series in a chunk: small enough to balance threads, large enough to be worth sending. */
const CHUNK = 256

/**
 * Reads the input, forecasts and writes the output. Every series gets its rows; those without sales up to the
 * origin get zeros. Either all files are written or none.
 */
export async function runForecast(options: CommandOptions): Promise<void> {
  const { horizonDays, stockHistory } = options
  const sales = readSales(readBytes(options.input), options.input, options.origin)
  if (stockHistory !== null) sales.outOfStock = readStockHistory(readBytes(stockHistory), stockHistory, sales)
  const stock = options.stock === null ? null : readStock(readBytes(options.stock), options.stock, sales.ids)
  const series = sales.ids.map((_, row) => seriesAt(sales, row))
  const { knowledge, trained } = learnShop({
    origin: options.origin,
    series,
    horizonDays: Math.max(30, horizonDays),
    expectsFirstSales: true,
  })
  const levels = levelsByRow(stock ?? [])
  const jobs: Job[] = []
  for (let start = 0; start < sales.ids.length; start += CHUNK) {
    const end = Math.min(start + CHUNK, sales.ids.length)
    jobs.push({ sales, knowledge, horizonDays, start, end, levels: within(levels, start, end) })
  }
  const chunks = await runJobs(jobs, trained, Math.min(options.threads, availableParallelism()))
  writeFiles(filesOf(options, sales, stock, chunks))
}

async function runJobs(
  jobs: readonly Job[],
  trained: LearnedShop['trained'],
  threads: number,
): Promise<ChunkRows[]> {
  if (threads === 1 || jobs.length < 2) return jobs.map((job) => forecastChunk(job, trained))
  const { Piscina } = await import('piscina')
  const pool = new Piscina({
    filename: new URL('./forecast-chunk.ts', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
  })
  try {
    return await Promise.all(jobs.map((job) => pool.run(job) as Promise<ChunkRows>))
  } finally {
    await pool.destroy()
  }
}

function levelsByRow(stock: readonly StockLine[]): Map<number, number[]> {
  const levels = new Map<number, number[]>()
  for (const { row, onHand } of stock) {
    const known = levels.get(row)
    if (known) known.push(onHand)
    else levels.set(row, [onHand])
  }
  return levels
}

function within(levels: ReadonlyMap<number, readonly number[]>, start: number, end: number) {
  return new Map([...levels].filter(([row]) => row >= start && row < end))
}

/** Returns the output files; stockout rows follow the forecasts, in the order of the stock file. */
function filesOf(
  options: CommandOptions,
  sales: Sales,
  stock: readonly StockLine[] | null,
  chunks: readonly ChunkRows[],
): OutputFile[] {
  const main: (string | Uint8Array)[] = [HEADER, ...chunks.map((chunk) => chunk.rows)]
  if (stock === null) return [{ path: options.out, parts: main }]
  const risk: (string | Uint8Array)[] = [RISK_HEADER]
  const taken = new Int32Array(sales.ids.length)
  for (const { row } of stock) {
    const answers = chunks[Math.floor(row / CHUNK)]?.stockouts.get(row)
    const answer = answers?.[taken[row] as number]
    taken[row] = (taken[row] as number) + 1
    if (!answer) throw new Error(`No answer for stock of series ${sales.ids[row]}`)
    main.push(answer.days)
    risk.push(answer.risk)
  }
  return [
    { path: options.out, parts: main },
    { path: `${options.out.replace(/\.csv$/, '')}.risk.csv`, parts: risk },
  ]
}
