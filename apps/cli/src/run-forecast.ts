import { availableParallelism } from 'node:os'
import type { CalendarEvent } from '@stockcast/forecasting/forecast'
import type { CommandOptions } from './command-options.ts'
import { CHUNK, type Chunk, type ChunkRows, toRow } from './forecast-chunk.ts'
import { HEADER } from './forecast-rows.ts'
import { InputError } from './input-error.ts'
import { readBytes } from './read-bytes.ts'
import { readEvents } from './read-events.ts'
import { readSalesFile } from './read-sales.ts'
import { readStock, type StockLine } from './read-stock.ts'
import { readStockHistory } from './read-stock-history.ts'
import { RISK_HEADER } from './stockout-rows.ts'
import { Threads } from './threads/threads.ts'
import { type OutputFile, writeFiles } from './write-files.ts'

/**
 * Reads the input, forecasts and writes the output. Every series gets its rows; those without sales up to the
 * origin get zeros. Either all files are written or none.
 */
export async function runForecast(options: CommandOptions): Promise<void> {
  const threads = new Threads(Math.min(options.threads, availableParallelism()))
  try {
    await forecastWith(threads, options)
  } finally {
    await threads.close()
  }
}

async function forecastWith(threads: Threads, options: CommandOptions): Promise<void> {
  const { origin, horizonDays, country, stockHistory, out } = options
  const sales = await readSalesFile(options.input, origin)
  if (stockHistory !== null) sales.outOfStock = readStockHistory(readBytes(stockHistory), stockHistory, sales)
  const stock = options.stock === null ? null : readStock(readBytes(options.stock), options.stock, sales.ids)
  const events = country === null ? [] : await getEvents(country, sales.firstDay, origin + horizonDays)
  const shopEvents =
    options.events === null ? [] : readEvents(readBytes(options.events), options.events, sales.ids)
  await threads.learn(sales, { origin, horizonDays, events, shopEvents })
  const chunks = getChunks(sales.ids.length, stock ?? [])
  const paths = stock === null ? [out] : [out, `${out.replace(/\.csv$/, '')}.risk.csv`]
  await writeFiles(paths, async ([main, risk]) => {
    const answers: Pick<ChunkRows, 'stockouts' | 'risks'>[] = []
    main?.add(encoder.encode(HEADER))
    for await (const { rows, stockouts, risks } of threads.forecast(chunks)) {
      main?.add(rows)
      if (stock !== null) answers.push({ stockouts, risks })
    }
    if (main && risk) addStockouts(main, risk, stock ?? [], answers)
  })
}

const encoder = new TextEncoder()

function getChunks(series: number, stock: readonly StockLine[]): Chunk[] {
  const lines = Map.groupBy(stock, ({ row }) => Math.floor(row / CHUNK))
  return Array.from({ length: Math.ceil(series / CHUNK) }, (_, i) => ({
    start: i * CHUNK,
    end: Math.min(series, (i + 1) * CHUNK),
    stock: lines.get(i) ?? [],
  }))
}

/** Adds the stockout rows, which follow the forecasts in the order of the stock file. */
function addStockouts(
  main: OutputFile,
  risk: OutputFile,
  stock: readonly StockLine[],
  chunks: readonly Pick<ChunkRows, 'stockouts' | 'risks'>[],
): void {
  risk.add(encoder.encode(RISK_HEADER))
  const taken = new Uint32Array(chunks.length)
  for (const { row } of stock) {
    const index = Math.floor(row / CHUNK)
    const chunk = chunks[index]
    if (!chunk) throw new Error(`No answer for the stock of series ${row}`)
    main.add(toRow(chunk.stockouts, taken[index]!))
    risk.add(toRow(chunk.risks, taken[index]!))
    taken[index]!++
  }
}

/** Returns the holidays and shopping days of a country between two epoch days; refuses one whose days are not known. */
async function getEvents(country: string, firstDay: number, lastDay: number): Promise<CalendarEvent[]> {
  const { calendarCountries, calendarEvents } = await import('@stockcast/calendar')
  const code = country.toUpperCase()
  if (calendarCountries.includes(code)) return calendarEvents(code, firstDay, lastDay)
  throw new InputError(`--country is ${country}; holidays are known of ${calendarCountries.join(', ')}.`)
}
