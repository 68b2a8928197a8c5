import { MAX_UNIT_COST_MINOR } from '@stockcast/contract'
import {
  type ColumnReader,
  type CsvRecord,
  codeText,
  isBlank,
  type Money,
  type Reading,
  readFlag,
  shown,
  spoiledReason,
  type TableReader,
} from '@stockcast/tables'
import { withoutGuards } from '../../../providers/files/write-record.ts'
import { readText } from '../../../store/index.ts'
import type { Columns } from './columns.ts'

const MAX_TEXT = 2000
const WEEKS_HEAD = /(?:weeks?|wochen|semaines|semanas|settimane|weken)\)?$/i
const BARE_NUMBER = /^[\d.,\s]+$/

/** Reads a cell, given how its column writes numbers and days (`column`) and what it is called in the file (`head`). */
export type CellReader<T> = (text: string, column: ColumnReader, head: string) => Reading<T>

/** Reads the cells of one row by our names for the columns, and collects their faults. */
export interface RowCells {
  line: number
  /** Returns the text of a cell; null if the column is absent. */
  text(field: string): string | null
  /** Returns the value of a cell; undefined if the column is absent, or the cell is empty or faulty. */
  value<T>(field: string, reader: CellReader<T>): T | undefined
  /** Returns the same as `value`, but null for an empty cell. */
  clearable<T>(field: string, reader: CellReader<T>): T | null | undefined
  fail(field: string, reason: string): void
  /** Returns all faults of the row as one sentence; null if it has none. */
  reason(): string | null
}

export function toCells(
  { columns: { read, at }, reader: table }: { columns: Columns; reader: TableReader },
  { line, cells }: CsvRecord,
): RowCells {
  const faults: string[] = []
  const getHead = (field: string) => read[at.get(field) ?? -1]?.header ?? field
  const fail = (field: string, reason: string) => {
    faults.push(`${getHead(field)}: ${reason}`)
  }
  const text = (field: string) => {
    const place = at.get(field)
    return place === undefined ? null : withoutGuards(cells[place] ?? '')
  }
  const clearable = <T>(field: string, reader: CellReader<T>): T | null | undefined => {
    const given = text(field)
    if (given === null) return undefined
    if (isBlank(given)) return null
    const reading: Reading<T> =
      given.length > MAX_TEXT ? { reason: 'is too long' } : reader(given, table.column(field), getHead(field))
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

/** Returns a reader of texts that have at most `most` characters. */
export function textUpTo(most: number): CellReader<string> {
  return (text) => {
    const read = readText(text)
    if ('reason' in read || read.value.length <= most) return read
    return { reason: `is longer than ${most} characters` }
  }
}

/** Returns a reader of codes, for example SKUs, which refuses a code that a spreadsheet has spoiled. */
export function codeUpTo(most: number): CellReader<string> {
  return (text, column, head) => {
    const reason = spoiledReason(text)
    return reason === null
      ? textUpTo(most)(codeText(text), column, head)
      : { reason: `${shown(text)} ${reason}` }
  }
}

/** Returns a reader of whole numbers within limits. */
export function wholeBetween(least: number, most: number): CellReader<number> {
  return (text, column) => {
    const read = column.whole(text)
    if ('reason' in read || (read.value >= least && read.value <= most)) return read
    return { reason: `${shown(text)} is not from ${least} to ${most.toLocaleString('en-US')}` }
  }
}

/** Returns a reader of numbers of days within limits. A bare number counts weeks if the header of its column says so. */
export function daysBetween(least: number, most: number): CellReader<number> {
  return (text, column, head) => {
    const isInWeeks = WEEKS_HEAD.test(head.trim()) && BARE_NUMBER.test(text)
    const read = column.span(isInWeeks ? `${text} weeks` : text)
    if ('reason' in read || (read.value >= least && read.value <= most)) return read
    return { reason: `${shown(text)} is not from ${least} to ${most} days` }
  }
}

/** Returns a reader of costs in a currency, in minor units. */
export function amountIn(money: Money): CellReader<number> {
  return (text, column) => {
    const read = column.minor(text, money)
    if ('reason' in read) return read
    if (read.value < 0) return { reason: `${shown(text)} is below zero` }
    return read.value > MAX_UNIT_COST_MINOR ? { reason: `${shown(text)} is more than 1 billion` } : read
  }
}

export const dayCell: CellReader<string> = (text, column) => column.day(text)
export const flagCell: CellReader<boolean> = (text) => readFlag(text)
