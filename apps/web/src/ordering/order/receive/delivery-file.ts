import type { PurchaseOrderLine } from '@stockcast/contract'
import {
  type CsvRecord,
  codeText,
  headKey,
  isBlank,
  isTotalRow,
  numberReader,
  shown,
} from '@stockcast/tables'
import { sheetWords } from '../../../store/files/field-words.ts'
import { readRecords } from '../../../store/files/read-records.ts'
import { type Count, type Counts, lineOfCode, noCount } from './counts.ts'

/** Names of columns of codes. Those of the second list may also name the product or count the rows. */
const codeHeads = [
  'sku,variant sku,product sku,item sku,barcode,variant barcode,ean,upc,gtin,isbn,supplier sku,vendor sku,supplier code,mpn',
  'item,item code,item no,item number,product code,code,article,article no,article number,part,part no,part number',
].map((names) => names.split(','))
/** Names of columns of units that came, the plainest first. What was ordered is never among them. */
const acceptedHeads = [
  'accepted,qty accepted,accepted qty,quantity accepted,accepted quantity,units accepted,accepted units',
  'received,qty received,received qty,quantity received,received quantity,units received,received units,arrived',
  'delivered,qty delivered,delivered qty,quantity delivered,delivered quantity,units delivered,shipped,qty shipped,' +
    'shipped qty,quantity shipped,shipped quantity,units shipped',
  'qty,quantity,units,count,counted,pieces,pcs',
].map((names) => names.split(','))
const rejectedHeads = ['rejected,qty rejected,rejected qty,quantity rejected,damaged,qty damaged'.split(',')]

const MAX_UNITS = 1_000_000
/** Lines above the one that names the columns, such as a title. */
const MAX_TITLE_LINES = 10
const advice = {
  tooLarge: 'leave out other orders',
  pdf: 'ask for the list as CSV, or count by hand',
  picture: 'count by hand, or scan the barcodes',
}

export interface ReadDelivery {
  counts: Counts
  /** Codes that no line of the order has. */
  unknown: string[]
  /** Rows that were left out, each with the reason as the end of a sentence about its line. */
  faulty: { line: number; reason: string }[]
  /** Which sheet of a workbook with several was read, as a sentence; otherwise null. */
  sheet: string | null
}

/** Reads the file of a delivery, with a code and units in each row. Of one that cannot be read, says why. */
export async function readDeliveryFile(
  file: Blob,
  lines: readonly PurchaseOrderLine[],
): Promise<ReadDelivery | { refused: string }> {
  const heads = [codeHeads, acceptedHeads, rejectedHeads].flat(2)
  const read = await readRecords(file, advice, heads)
  if ('refused' in read) return read
  const delivery = readRows(read.records, lines)
  return 'refused' in delivery ? delivery : { ...delivery, sheet: read.sheet && sheetWords(read.sheet) }
}

function readRows(
  records: readonly CsvRecord[],
  lines: readonly PurchaseOrderLine[],
): Omit<ReadDelivery, 'sheet'> | { refused: string } {
  const top = records.slice(0, MAX_TITLE_LINES + 1).map(({ cells }) => getColumns(cells))
  const start = top.findIndex((columns) => columns !== null)
  const columns = top[start]
  if (!columns) return { refused: 'The file needs a column sku or barcode and a column received.' }
  if ('refused' in columns) return columns
  const { codes, accepted, rejected } = columns
  const rows = records
    .slice(start + 1)
    .filter(({ cells }) => !isTotalRow(cells, codes) && cells.join() !== records[start]!.cells.join())
  const [acceptedUnits, rejectedUnits] = [numberReader(), numberReader()]
  for (const { cells } of rows) {
    acceptedUnits.note(cells[accepted] ?? '')
    if (rejected !== null) rejectedUnits.note(cells[rejected] ?? '')
  }
  const counts = new Map<number, Count>()
  const unknown: string[] = []
  const faulty: ReadDelivery['faulty'] = []
  for (const { line, cells } of rows) {
    const units = getUnits(cells[accepted], acceptedUnits)
    const refused = rejected === null ? 0 : getUnits(cells[rejected], rejectedUnits)
    const given = codes.map((index) => codeText(cells[index] ?? '')).filter((code) => code !== '')
    const found = new Set(given.map((code) => lineOfCode(lines, code)).filter((each) => each !== undefined))
    const [orderLine] = found
    if (typeof units === 'string') faulty.push({ line, reason: units })
    else if (typeof refused === 'string') faulty.push({ line, reason: refused })
    else if (found.size > 1)
      faulty.push({ line, reason: `${given.map(shown).join(' and ')} are two products` })
    else if (orderLine) {
      const before = counts.get(orderLine.id) ?? noCount
      counts.set(orderLine.id, { accepted: before.accepted + units, rejected: before.rejected + refused })
    } else if (given[0] !== undefined) unknown.push(given[0])
    else if (units + refused > 0) faulty.push({ line, reason: 'no SKU or barcode' })
  }
  return { counts, unknown, faulty }
}

interface DeliveryColumns {
  codes: number[]
  accepted: number
  rejected: number | null
}

/** Returns the columns that a row names; null if it names none. Of two that can be meant, none is taken. */
function getColumns(cells: readonly string[]): DeliveryColumns | { refused: string } | null {
  const heads = cells.map(headKey)
  const firstOf = (groups: readonly (readonly string[])[]) =>
    groups
      .map((names) => [...heads.keys()].filter((index) => names.includes(heads[index]!)))
      .find((found) => found.length > 0) ?? []
  const codes = firstOf(codeHeads)
  const accepted = firstOf(acceptedHeads)
  const rejected = firstOf(rejectedHeads)
  if (codes.length === 0 || accepted.length === 0) return null
  for (const meant of [accepted, rejected]) {
    if (meant.length < 2) continue
    const names = meant.map((index) => shown(cells[index]!)).join(' and ')
    return { refused: `${names} can both be the units that came: leave one of them in the file.` }
  }
  return { codes, accepted: accepted[0]!, rejected: rejected[0] ?? null }
}

/** Returns the units of a cell, or why they cannot be counted. */
function getUnits(cell: string | undefined, column: ReturnType<typeof numberReader>): number | string {
  if (isBlank(cell ?? '')) return 0
  const read = column.whole(cell!)
  if ('reason' in read) return read.reason
  if (read.value < 0) return `${shown(cell!)} is below zero`
  return read.value > MAX_UNITS ? `${shown(cell!)} is more than 1 million` : read.value
}
