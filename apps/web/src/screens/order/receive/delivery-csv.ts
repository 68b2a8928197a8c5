import type { PurchaseOrderLine } from '@stockcast/contract'
import { type Counts, lineOfCode } from './counts.ts'

const codeHeaders = ['sku', 'barcode', 'ean', 'upc', 'gtin', 'item', 'code', 'supplier sku', 'article']
const acceptedHeaders = ['received', 'accepted', 'qty', 'quantity', 'units', 'qty received', 'received qty']
const rejectedHeaders = ['rejected', 'damaged', 'qty rejected']

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
  const rows: string[][] = parse(text, {
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  const heads = (rows[0] ?? []).map((head) => head.toLowerCase())
  const columnOf = (names: readonly string[]) => heads.findIndex((head) => names.includes(head))
  const [code, accepted, rejected] = [
    columnOf(codeHeaders),
    columnOf(acceptedHeaders),
    columnOf(rejectedHeaders),
  ]
  if (code < 0 || accepted < 0) return null

  const counts = new Map<number, { accepted: number; rejected: number }>()
  const unknown: string[] = []
  const faulty: number[] = []
  for (const [index, row] of rows.entries()) {
    if (index === 0) continue
    const units = wholeOf(row[accepted])
    const refused = rejected < 0 ? 0 : wholeOf(row[rejected])
    const line = lineOfCode(lines, row[code] ?? '')
    if (units === null || refused === null) faulty.push(index + 1)
    else if (line === undefined) unknown.push(row[code] ?? '')
    else {
      const before = counts.get(line.id) ?? { accepted: 0, rejected: 0 }
      counts.set(line.id, { accepted: before.accepted + units, rejected: before.rejected + refused })
    }
  }
  return { counts, unknown, faulty }
}

function wholeOf(cell: string | undefined): number | null {
  const text = (cell ?? '').trim()
  if (text === '') return 0
  return /^\d{1,7}$/.test(text) ? Number(text) : null
}
