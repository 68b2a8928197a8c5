import { gunzipSync } from 'node:zlib'
import { parseIsoDay } from '../store/calendar.ts'

export interface DailySales {
  days: number[]
  series: { id: string /** -1 = not yet on sale */; units: Int32Array }[]
}

export class CsvError extends Error {}

const MAX_BYTES = 512 * 1024 * 1024
const MAX_UNITS = 1_000_000
const NOT_ON_SALE = -1

/**
 * Reads the wide form, packed with gzip or not: a head line `series_id,YYYY-MM-DD,…` and a line a series with whole
 * units a day, blank = not yet on sale. A CsvError names the line that is wrong.
 */
export function parseDailySales(bytes: Uint8Array): DailySales {
  const lines = unpack(bytes)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  while (lines.at(-1) === '') lines.pop()
  const [head = '', ...rest] = lines
  const days = parseHead(head)
  if (rest.length === 0) throw new CsvError('Line 2: no series after the head line.')
  const seen = new Map<string, number>()
  const series = rest.map((text, index) => {
    const line = index + 2
    const one = parseSeries(text, line, days)
    const before = seen.get(one.id)
    if (before !== undefined)
      throw new CsvError(`Line ${line}: series "${one.id}" was already on line ${before}.`)
    seen.set(one.id, line)
    return one
  })
  return { days, series }
}

function unpack(bytes: Uint8Array): string {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  try {
    const plain = isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch (error) {
    throw new CsvError('The file is neither UTF-8 text nor gzip of it, or it is over 512 MB.', {
      cause: error,
    })
  }
}

function parseHead(line: string): number[] {
  const [label, ...columns] = line.split(',')
  if (label !== 'series_id')
    throw new CsvError(`Line 1: expected "series_id" first, got "${label?.slice(0, 40)}".`)
  if (columns.length === 0) throw new CsvError('Line 1: no day columns after series_id.')
  let previous = Number.NEGATIVE_INFINITY
  return columns.map((text, index) => {
    const day = parseIsoDay(text)
    const column = index + 2
    if (day === null)
      throw new CsvError(`Line 1, column ${column}: "${text.slice(0, 40)}" is not a date YYYY-MM-DD.`)
    if (day <= previous)
      throw new CsvError(`Line 1, column ${column}: ${text} must be after the day before it.`)
    previous = day
    return day
  })
}

function parseSeries(text: string, line: number, days: readonly number[]): DailySales['series'][number] {
  const cells = text.split(',')
  const [id = ''] = cells
  if (id === '') throw new CsvError(`Line ${line}: the series id is empty.`)
  if (cells.length !== days.length + 1) {
    throw new CsvError(`Line ${line}: ${cells.length} columns, but the head line has ${days.length + 1}.`)
  }
  const units = new Int32Array(days.length)
  for (let index = 0; index < days.length; index++) {
    const cell = cells[index + 1]!
    const value = cell === '' ? NOT_ON_SALE : /^\d+$/.test(cell) ? Number(cell) : Number.NaN
    if (!(value <= MAX_UNITS)) {
      const allowed = `blank or a whole number from 0 to ${MAX_UNITS}`
      throw new CsvError(`Line ${line}, column ${index + 2}: "${cell.slice(0, 40)}" must be ${allowed}.`)
    }
    units[index] = value
  }
  return { id, units }
}
