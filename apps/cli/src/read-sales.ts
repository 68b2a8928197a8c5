import { dateOf, epochDayOf } from './calendar-day.ts'
import { firstCell, type Line, linesOf, textOf } from './csv-lines.ts'
import { atLine, InputError } from './input-error.ts'

/** Daily units of every series up to the origin, as one shared matrix with a row per series. */
export interface Sales {
  ids: string[]
  /** Epoch day of the matrix's first column. */
  firstDay: number
  /** Columns: days from `firstDay` to the origin. */
  days: number
  /** ids.length × days; days before a series' first value are 0. */
  units: Float64Array<SharedArrayBuffer>
  /** Column of each series' first value; equal to `days` when it has none up to the origin. */
  firstColumn: Int32Array<SharedArrayBuffer>
  /** 1 for a day that ended without stock, in rows as the units; null if no stock history was given. */
  outOfStock: Uint8Array<SharedArrayBuffer> | null
}

const COMMA = 44

/**
 * Reads a wide CSV: `series_id`, then one column for each day without gaps. An empty cell means not yet on
 * sale. Values after the origin are validated and dropped. Throws an InputError that names the line.
 */
export function readSales(bytes: Uint8Array, file: string, origin: number): Sales {
  const lines = [...linesOf(bytes)]
  const header = lines.shift()
  if (!header)
    throw new InputError(`${file} is empty. Its first line must be series_id and one column a day.`)
  const { firstDay, columns } = readHeader(textOf(bytes, header.start, header.end), file)
  const days = origin - firstDay + 1
  if (days < 1 || days > columns) {
    const last = dateOf(firstDay + columns - 1)
    throw new InputError(
      `--origin ${dateOf(origin)} is not among the days of ${file}: ${dateOf(firstDay)} to ${last}.`,
    )
  }
  const shape = { file, columns, days }
  const sales = emptySales(lines.length, firstDay, days)
  const lineOfId = new Map<string, number>()
  for (let row = 0; row < lines.length; row++) {
    const line = lines[row] as Line
    const cell = firstCell(bytes, line)
    if (!cell || cell.text === '')
      throw atLine(file, line.number, 'the series_id is missing or its quote is not closed.')
    const earlier = lineOfId.get(cell.text)
    if (earlier) throw atLine(file, line.number, `series_id ${cell.text} was already on line ${earlier}.`)
    lineOfId.set(cell.text, line.number)
    sales.ids.push(cell.text)
    sales.firstColumn[row] = readRow(
      bytes,
      cell.next,
      line,
      shape,
      sales.units.subarray(row * days, (row + 1) * days),
    )
  }
  return sales
}

function emptySales(rows: number, firstDay: number, days: number): Sales {
  const units = new Float64Array(new SharedArrayBuffer(rows * days * 8))
  const firstColumn = new Int32Array(new SharedArrayBuffer(rows * 4))
  return { ids: [], firstDay, days, units, firstColumn, outOfStock: null }
}

/** Reads the first line: `series_id`, then days without gaps. */
export function readHeader(text: string, file: string): { firstDay: number; columns: number } {
  const [name, ...dates] = text.split(',')
  if (name !== 'series_id') throw atLine(file, 1, `the first column must be series_id, not ${name}.`)
  if (dates.length === 0) throw atLine(file, 1, 'there is no day column after series_id.')
  const firstDay = epochDayOf(dates[0] as string)
  for (let i = 0; i < dates.length; i++) {
    if (firstDay !== null && dates[i] === dateOf(firstDay + i)) continue
    const isDate = epochDayOf(dates[i] as string) !== null
    const problem = isDate ? `; the day after ${dates[i - 1]} was expected.` : ', not a date YYYY-MM-DD.'
    throw atLine(file, 1, `column ${i + 2} is ${dates[i]}${problem}`)
  }
  return { firstDay: firstDay as number, columns: dates.length }
}

interface Shape {
  file: string
  columns: number
  days: number
}

/** Parses one row's cells into `out` and returns the column of its first value. */
function readRow(bytes: Uint8Array, start: number, line: Line, shape: Shape, out: Float64Array): number {
  const { file, columns, days } = shape
  let firstColumn = days
  let hasValue = false
  let column = 0
  let at = start
  while (at <= line.end) {
    let stop = at
    let value = 0
    let isPlain = true
    while (stop < line.end && bytes[stop] !== COMMA) {
      const digit = (bytes[stop] as number) - 48
      if (digit >= 0 && digit <= 9) value = value * 10 + digit
      else isPlain = false
      stop++
    }
    if (column >= columns) break
    if (stop === at) {
      if (hasValue)
        throw atLine(file, line.number, `column ${column + 2} is empty after the first day on sale; write 0.`)
    } else {
      if (!isPlain || stop - at > 15) value = unitsOf(textOf(bytes, at, stop), file, line.number, column)
      if (!hasValue) firstColumn = Math.min(column, days)
      hasValue = true
      if (column < days) out[column] = value
    }
    column++
    at = stop + 1
  }
  if (column !== columns || at <= line.end) {
    throw atLine(
      file,
      line.number,
      `${countCells(bytes, start, line)} cells after the series_id, ${columns} expected.`,
    )
  }
  return firstColumn
}

function unitsOf(text: string, file: string, line: number, column: number): number {
  const value = /^\s*\+?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value)) {
    throw atLine(file, line, `column ${column + 2} is ${text}; units must be a number of zero or more.`)
  }
  return value
}

function countCells(bytes: Uint8Array, start: number, line: Line): number {
  if (start > line.end) return 0
  let cells = 1
  for (let at = start; at < line.end; at++) if (bytes[at] === COMMA) cells++
  return cells
}
