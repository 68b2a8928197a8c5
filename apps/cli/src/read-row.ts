import { type Line, toText } from './csv-lines.ts'
import { atLine } from './input-error.ts'

const COMMA = 44
const ZERO = 48

export interface RowShape {
  file: string
  columns: number
  days: number
}

/** Parses one row's cells up to `days` into `out`, from the column of its first value, which it returns. */
export function readRow(
  bytes: Uint8Array,
  start: number,
  line: Line,
  shape: RowShape,
  out: Float64Array,
): number {
  const { file, columns, days } = shape
  let firstColumn = days
  let hasValue = false
  let column = 0
  let at = start
  while (at <= line.end) {
    // Most cells are one digit.
    const only = bytes[at]! - ZERO
    if (only >= 0 && only <= 9 && bytes[at + 1] === COMMA && column < columns) {
      if (!hasValue) firstColumn = Math.min(column, days)
      hasValue = true
      if (column < days) out[column] = only
      column++
      at += 2
      continue
    }
    let stop = at
    let value = 0
    let isPlain = true
    while (stop < line.end && bytes[stop] !== COMMA) {
      const digit = bytes[stop]! - ZERO
      if (digit >= 0 && digit <= 9) value = value * 10 + digit
      else isPlain = false
      stop++
    }
    if (column >= columns) break
    if (stop === at) {
      if (hasValue)
        throw atLine(file, line.number, `column ${column + 2} is empty after the first day on sale; write 0.`)
    } else {
      if (!isPlain || stop - at > 15) value = getUnits(toText(bytes, at, stop), file, line.number, column)
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

function getUnits(text: string, file: string, line: number, column: number): number {
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
