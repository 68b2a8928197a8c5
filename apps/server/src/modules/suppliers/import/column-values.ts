import {
  type AmountReader,
  amountReader,
  type DateReader,
  type DecimalSign,
  dateReader,
  type NumberReader,
  numberReader,
} from '@stockcast/tables'
import type { Columns } from './columns.ts'

/** How the values of a column are read, as all of its cells and the rest of the file decide. */
export interface ColumnValues {
  numbers: NumberReader
  amounts: AmountReader
  days: DateReader
  /** The sign before decimals in all of the file; null where it shows none, or both. */
  decimal: DecimalSign | null
}

export interface TableColumns extends Columns {
  valuesOf(field: string): ColumnValues
}

const COUNTS = [
  'statedLeadTimeDays',
  'worstLeadTimeDays',
  'leadTimeDays',
  'minimumUnits',
  'maximumUnits',
  'packSize',
  'rank',
  'units',
  'received',
  'rejected',
]
const AMOUNTS = ['unitCost', 'minimumValue']
const DAYS = ['orderedOn', 'expectedOn', 'receivedOn']

/** Creates the readers of a table's columns, which take notice of every cell before the first one is read. */
export function createColumnValues(columns: Columns): {
  columns: TableColumns
  note(cells: readonly string[]): void
} {
  const days = dateReader()
  const readers = new Map(
    columns.read.map(({ field }) => [field, { numbers: numberReader(), amounts: amountReader(), days }]),
  )
  const isOneOf = (fields: readonly string[]) =>
    columns.read.flatMap(({ field }, place) =>
      fields.includes(field) ? [{ place, ...readers.get(field)! }] : [],
    )
  const [counts, amounts, dated] = [isOneOf(COUNTS), isOneOf(AMOUNTS), isOneOf(DAYS)]
  let decimal: DecimalSign | null | undefined
  const decimalOfAll = () => {
    const shown = [
      ...counts.map((each) => each.numbers.decimal()),
      ...amounts.map((each) => each.amounts.decimal()),
    ]
    const signs = new Set(shown.filter((sign) => sign !== null))
    return signs.size === 1 ? [...signs][0]! : null
  }
  return {
    note: (cells) => {
      for (const { place, numbers } of counts) numbers.note(cells[place] ?? '')
      for (const { place, amounts: reader } of amounts) reader.note(cells[place] ?? '')
      for (const { place } of dated) days.note(cells[place] ?? '')
    },
    columns: {
      ...columns,
      valuesOf: (field) => {
        decimal ??= decimalOfAll()
        const own = readers.get(field) ?? { numbers: numberReader(), amounts: amountReader(), days }
        return { ...own, decimal }
      },
    },
  }
}
