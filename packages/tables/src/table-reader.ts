import { type AmountReader, amountReader } from './amounts.ts'
import { dateReader } from './dates.ts'
import { type DecimalSign, type NumberReader, numberReader } from './numbers.ts'
import type { Reading } from './reading.ts'

/** The currency of an amount, and how many decimals it has. */
export interface Money {
  currency: string
  digits: number
}

/** Reads the cells of one column in the notation that the whole file proves. */
export interface ColumnReader {
  whole(cell: string): Reading<number>
  /** Returns a span of time in days. */
  span(cell: string): Reading<number>
  /** Returns an amount in whole minor units. */
  minor(cell: string, money: Money): Reading<number>
  day(cell: string): Reading<string>
  /** The decimal separator of the whole file; null if the file proves none, or both. */
  decimal(): DecimalSign | null
}

export interface TableReader {
  /** Registers a row. All rows are registered before the first cell is read. */
  note(cells: readonly string[]): void
  /** Registers a day that is not in a row, for example the name of a column. */
  noteDay(cell: string): void
  column(name: string): ColumnReader
}

/** The indices of columns in a row, by name; there may be several columns of counts. */
type Places = ReadonlyMap<string, readonly number[]>

/** Creates the reader of a table with these columns, whose names are `heads`. */
export function tableReader({
  counts,
  amounts,
  days,
  heads,
}: {
  counts: Places
  amounts: Places
  days: readonly number[]
  heads: readonly string[]
}): TableReader {
  const numbers = new Map<string, NumberReader>([...counts.keys()].map((name) => [name, numberReader()]))
  const money = new Map<string, AmountReader>(
    [...amounts].map(([name, [place]]) => [name, amountReader(heads[place ?? -1])]),
  )
  const dates = dateReader()
  const places = [
    ...[...counts].flatMap(([name, of]) => of.map((place) => ({ place, reader: numbers.get(name)! }))),
    ...[...amounts].flatMap(([name, of]) => of.map((place) => ({ place, reader: money.get(name)! }))),
    ...days.map((place) => ({ place, reader: dates })),
  ]
  const all = [...numbers.values(), ...money.values()]
  let sign: DecimalSign | null | undefined
  const decimal = () => {
    if (sign === undefined) {
      const signs = new Set(all.map((reader) => reader.decimal()).filter((each) => each !== null))
      sign = signs.size === 1 ? [...signs][0]! : null
    }
    return sign
  }
  return {
    note: (cells) => {
      for (const { place, reader } of places) reader.note(cells[place] ?? '')
    },
    noteDay: dates.note,
    column: (name) => ({
      whole: (cell) => (numbers.get(name) ?? numberReader()).whole(cell, decimal()),
      span: (cell) => (numbers.get(name) ?? numberReader()).span(cell, decimal()),
      minor: (cell, of) => (money.get(name) ?? amountReader()).minor(cell, { ...of, decimal: decimal() }),
      day: dates.day,
      decimal,
    }),
  }
}

/** Creates the reader of a single value outside of a table. */
export function loneReader(cell: string): ColumnReader {
  const place = new Map([['', [0]]])
  const table = tableReader({ counts: place, amounts: place, days: [0], heads: [] })
  table.note([cell])
  return table.column('')
}
