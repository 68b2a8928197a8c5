import {
  type AmountReader,
  amountReader,
  type DateReader,
  type DecimalSign,
  dateReader,
  type NumberReader,
  numberReader,
} from '@stockcast/tables'
import type { Header } from './layouts.ts'

const COUNTS = ['units', 'stock', 'onHand', 'committed', 'incoming']
const AMOUNTS = ['price', 'cost']

/** How the cells of a file are read, as all of its rows decide. */
export interface ColumnValues {
  note(cells: readonly string[]): void
  numbers(column: string): NumberReader
  amounts(column: string): AmountReader
  days: DateReader
  /** The sign before decimals in all of the file; null where it shows none, or both. */
  decimal(): DecimalSign | null
}

export function createColumnValues({
  at,
  wide,
  layout,
}: Pick<Header, 'at' | 'wide' | 'layout'>): ColumnValues {
  const numbers = new Map(COUNTS.map((column) => [column, numberReader()]))
  const amounts = new Map(AMOUNTS.map((column) => [column, amountReader()]))
  const days = dateReader()
  const ofWide = numbers.get(layout === 'sales_days' ? 'units' : 'stock')!
  if (layout === 'sales_days') for (const { name } of wide) days.note(name)
  const placesOf = <Reader>(readers: ReadonlyMap<string, Reader>) =>
    [...readers].flatMap(([column, reader]) => {
      const index = at.get(column)
      return index === undefined ? [] : [{ index, reader }]
    })
  const [counts, prices, day] = [placesOf(numbers), placesOf(amounts), at.get('day')]
  const all = [...numbers.values(), ...amounts.values()]
  return {
    note: (cells) => {
      for (const { index, reader } of counts) reader.note(cells[index] ?? '')
      for (const { index, reader } of prices) reader.note(cells[index] ?? '')
      for (const { index } of wide) ofWide.note(cells[index] ?? '')
      if (day !== undefined) days.note(cells[day] ?? '')
    },
    numbers: (column) => numbers.get(column)!,
    amounts: (column) => amounts.get(column)!,
    days,
    decimal: () => {
      const signs = new Set(all.map((reader) => reader.decimal()).filter((sign) => sign !== null))
      return signs.size === 1 ? [...signs][0]! : null
    },
  }
}
