import type { PurchaseOrderLine } from '@stockcast/contract'
import {
  codeText,
  delimiterOf,
  headKey,
  isTotalRow,
  type NumberReader,
  numberReader,
  statedDelimiter,
} from '@stockcast/tables'
import { type Counts, lineOfCode } from './counts.ts'

const codeHeaders = [
  'sku',
  'barcode',
  'ean',
  'upc',
  'gtin',
  'supplier sku',
  'vendor sku',
  'item',
  'code',
  'article',
  'item code',
]
/** What came counts before what was ordered or sent. */
const acceptedHeaders = [
  'received',
  'qty received',
  'received qty',
  'quantity received',
  'received quantity',
  'units received',
  'accepted',
  'delivered',
  'qty delivered',
  'quantity delivered',
  'shipped',
  'qty shipped',
  'quantity shipped',
  'quantity',
  'qty',
  'units',
]
const rejectedHeaders = [
  'rejected',
  'damaged',
  'qty rejected',
  'rejected qty',
  'quantity rejected',
  'qty damaged',
]
const MOST_TITLE_LINES = 10
const MOST_UNITS = 1_000_000

export interface ReadDelivery {
  counts: Counts
  /** Codes that no line of the order has. */
  unknown: string[]
  /** Line numbers whose units are no whole number. */
  faulty: number[]
}

/** Reads a delivery note with a code and units in each row; null where it lacks a column. */
export async function readDeliveryCsv(
  text: string,
  lines: readonly PurchaseOrderLine[],
): Promise<ReadDelivery | null> {
  const { parse } = await import('csv-parse/browser/esm/sync')
  const stated = statedDelimiter(text.replaceAll(/\r\n?/g, '\n'))
  const table = stated?.rest ?? text
  const rows: string[][] = parse(table, {
    bom: true,
    delimiter: stated?.delimiter ?? delimiterOf(table),
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
  })
  const firstLine = stated === null ? 1 : 2
  const placesOf = (row: readonly string[]) => {
    const heads = row.map(headKey)
    const columnOf = (names: readonly string[]) =>
      heads.indexOf(names.find((name) => heads.includes(name)) ?? '\0')
    return {
      code: columnOf(codeHeaders),
      accepted: columnOf(acceptedHeaders),
      rejected: columnOf(rejectedHeaders),
    }
  }
  const head = rows
    .slice(0, MOST_TITLE_LINES)
    .findIndex((row) => placesOf(row).code >= 0 && placesOf(row).accepted >= 0)
  if (head < 0) return null
  const { code, accepted, rejected } = placesOf(rows[head]!)
  const numbers = [numberReader(), numberReader()] as const
  for (const row of rows.slice(head + 1)) {
    numbers[0].note(row[accepted] ?? '')
    numbers[1].note(row[rejected] ?? '')
  }

  const counts = new Map<number, { accepted: number; rejected: number }>()
  const unknown: string[] = []
  const faulty: number[] = []
  for (const [index, row] of rows.entries()) {
    if (index <= head || isTotalRow(row) || row.every((cell) => cell === '')) continue
    const units = wholeOf(row[accepted], numbers[0])
    const refused = rejected < 0 ? 0 : wholeOf(row[rejected], numbers[1])
    const line = lineOfCode(lines, codeText(row[code] ?? ''))
    if (units === null || refused === null) faulty.push(index + firstLine)
    else if (line === undefined) unknown.push(row[code] ?? '')
    else {
      const before = counts.get(line.id) ?? { accepted: 0, rejected: 0 }
      counts.set(line.id, { accepted: before.accepted + units, rejected: before.rejected + refused })
    }
  }
  return { counts, unknown, faulty }
}

function wholeOf(cell: string | undefined, numbers: NumberReader): number | null {
  if ((cell ?? '').trim() === '') return 0
  const read = numbers.whole(cell ?? '')
  return 'value' in read && read.value >= 0 && read.value <= MOST_UNITS ? read.value : null
}
