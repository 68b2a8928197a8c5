import type { CsvRecord } from '../../../files/csv-parser.ts'
import { withoutGuards } from '../../../integrations/csv/index.ts'
import { type Reading, readText } from '../../imports/index.ts'
import type { Columns } from './columns.ts'

const MAX_TEXT = 2000

/** Reads the cells of one row by our names of the columns, and collects what is wrong with them. */
export interface RowCells {
  line: number
  /** Returns the text without spaces at its ends; null where the column is absent. */
  text(field: string): string | null
  /** Returns the value of a cell; undefined where the column is absent or the cell empty or at fault. */
  value<T>(field: string, reader: (text: string) => Reading<T>): T | undefined
  /** The same, with null for an empty cell. */
  clearable<T>(field: string, reader: (text: string) => Reading<T>): T | null | undefined
  fail(field: string, reason: string): void
  /** What is wrong, as one sentence; null if nothing is. */
  reason(): string | null
}

export function cellsOf({ read, at }: Columns, { line, cells }: CsvRecord): RowCells {
  const faults: string[] = []
  const fail = (field: string, reason: string) => {
    faults.push(`${read[at.get(field) ?? -1]?.header ?? field}: ${reason}`)
  }
  const text = (field: string) => {
    const place = at.get(field)
    return place === undefined ? null : withoutGuards((cells[place] ?? '').trim())
  }
  const clearable = <T>(field: string, reader: (text: string) => Reading<T>): T | null | undefined => {
    const given = text(field)
    if (given === null) return undefined
    if (given === '') return null
    const reading: Reading<T> = given.length > MAX_TEXT ? { reason: 'is too long' } : reader(given)
    if ('value' in reading) return reading.value
    fail(field, reading.reason)
    return undefined
  }
  return {
    line,
    text,
    clearable,
    value: (field, reader) => clearable(field, reader) ?? undefined,
    fail,
    reason: () => (faults.length === 0 ? null : `${faults.join('; ')}.`),
  }
}

/** Returns the reader of a text with so many characters at most. */
export function textUpTo(most: number): (text: string) => Reading<string> {
  return (text) => {
    const read = readText(text)
    if ('reason' in read || read.value.length <= most) return read
    return { reason: `is longer than ${most} characters` }
  }
}

/** Returns the reader of a whole number within limits. */
export function wholeBetween(least: number, most: number): (text: string) => Reading<number> {
  return (text) => {
    const value = /^\+?\d{1,9}([.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
    if (value >= least && value <= most) return { value }
    return { reason: `must be a whole number from ${least} to ${most.toLocaleString('en-US')}` }
  }
}
