export const SKUS = 1000
const DAYS = 1000
const ROWS_PER_CHUNK = 5000
const DAY_MS = 86_400_000

export interface SalesRows {
  rows: number
  units: number
  stream(): ReadableStream<Uint8Array>
}

export const getSku = (n: number) => `SKU-${String(n).padStart(5, '0')}`
const getUnits = (row: number) => ((row * 7919) % 13) + 1

/**
 * Returns a file of `sku,day,units` with `rows` rows: a row for each SKU and day, from 1,000 days ago on. `faults` has other
 * units by line number.
 */
export function salesRows(rows: number, faults: Readonly<Record<number, string>> = {}): SalesRows {
  let units = 0
  for (let row = 0; row < rows; row++) units += getUnits(row)
  return { rows, units, stream: () => ReadableStream.from(chunks(rows, faults)) }
}

async function* chunks(rows: number, faults: Readonly<Record<number, string>>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const end = Math.floor(Date.now() / DAY_MS)
  yield encoder.encode('sku,day,units\n')
  for (let start = 0; start < rows; start += ROWS_PER_CHUNK) {
    let text = ''
    for (let row = start; row < Math.min(start + ROWS_PER_CHUNK, rows); row++) {
      const day = new Date((end - DAYS + Math.floor(row / SKUS)) * DAY_MS).toISOString().slice(0, 10)
      text += `${getSku(row % SKUS)},${day},${faults[row + 2] ?? getUnits(row)}\n`
    }
    yield encoder.encode(text)
  }
}
