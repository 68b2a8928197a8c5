import type { ImportKind, ImportLayout } from '@stockcast/contract'
import { dateReader, headKey, isAllPlaces } from '@stockcast/tables'
import {
  columnName,
  type FoundColumns,
  findColumns,
  rivalsText,
} from '../../../providers/files/find-columns.ts'
import { type ColumnChoices, getHeadHash } from '../columns/head-hash.ts'
import { AMOUNTS, columnNames } from './column-names.ts'

/** A recognised header: its layout and the positions of its columns. */
export interface Header {
  layout: ImportLayout
  /** The line that names the columns. */
  line: number
  /** The column names as they are in the file, for faults. */
  names: readonly string[]
  /** The index of each column by our name; absent columns are left out. */
  at: ReadonlyMap<string, number>
  /** Columns that have the units of one day, in a file of sales, or the stock of one location, in a file of products. */
  wide: readonly { index: number; name: string }[]
  /** Our columns that several columns of the file could be, so that none of them is read. */
  rivals: FoundColumns['rivals']
}

interface HeaderFault {
  column: string | null
  reason: string
}

/** The columns of a file, with the index of each that is read by our name. */
export type Columns = Pick<Header, 'names' | 'at' | 'wide' | 'rivals'>

export type HeaderReading = { header: Header } | { faults: HeaderFault[]; columns: Columns }

/** A column that only our own report of the products has; its status is that of the stock. */
const OWN_REPORT = 'days until stockout'

/** Columns with the stock of one location begin so, as Square and Lightspeed write them. */
const OF_LOCATION = /^(?:current quantity |inventory_)(?=\S)/i

const requiredOf: Record<ImportKind, { layout: ImportLayout; columns: readonly string[] }[]> = {
  products: [
    { layout: 'shopify_inventory', columns: ['handle', 'product', 'sku', 'location'] },
    { layout: 'shopify_inventory', columns: ['handle', 'product', 'sku', 'origin', 'option1'] },
    { layout: 'shopify_products', columns: ['handle', 'product', 'option1Name'] },
    { layout: 'products', columns: ['product', 'sku', 'stock'] },
  ],
  sales: [
    { layout: 'shopify_orders', columns: ['order', 'placedAt', 'units', 'lineName'] },
    { layout: 'sales_rows', columns: ['sku', 'day', 'units'] },
  ],
}

const columnWords: Record<ImportKind, string> = {
  products:
    'product, sku, stock, and optionally variant, vendor, price, cost, barcode, location, incoming, tracked',
  sales: 'sku, day, units; or sku and one column for each day',
}

/**
 * Recognises the layout of a file by the row that names its columns, whatever their case and order. The merchant's own choice
 * for the columns of this row takes precedence over their names.
 */
export function readHeader(
  kind: ImportKind,
  headers: readonly string[],
  { line = 1, choices = new Map() }: { line?: number; choices?: ColumnChoices } = {},
): HeaderReading {
  const names = headers.map(columnName)
  const plain = headers.map(headKey)
  const chosen = choices.size === 0 ? undefined : choices.get(getHeadHash(names))
  const { at, rivals } = findColumns(headers, { names: columnNames[kind], amounts: AMOUNTS, chosen })
  if (plain.includes(OWN_REPORT) && chosen === undefined) at.delete('status')
  const columns = { names, at, wide: [], rivals }
  if (kind === 'sales' && at.has('sku') && !at.has('day')) {
    const wide = dayColumns(names, at)
    if (wide.length > 0) return { header: { layout: 'sales_days', line, names, at, wide, rivals } }
  }
  const locations = kind === 'products' ? locationColumns(names, at) : []
  const has = (column: string) => at.has(column) || (column === 'stock' && locations.length > 0)
  const found = requiredOf[kind].find(({ columns }) => columns.every(has))
  if (!found) return { faults: missingColumns(kind, { names, rivals, has }), columns }
  const isWideInventory = found.layout === 'shopify_inventory' && !at.has('location')
  const wide = isWideInventory
    ? columnsAfter(at.get('origin')!, { names, plain, at })
    : at.has('location')
      ? []
      : locations
  return { header: { layout: found.layout, line, names, at, wide, rivals } }
}

/** Returns the columns that are named by a day. */
function dayColumns(names: readonly string[], at: ReadonlyMap<string, number>): Header['wide'] {
  const days = dateReader()
  const sku = at.get('sku')
  for (const name of names) days.note(name)
  return names.flatMap((name, index) => {
    if (index === sku || !/\d/.test(name)) return []
    const read = days.day(name)
    return 'value' in read || 'isAmbiguous' in read ? [{ index, name }] : []
  })
}

function locationColumns(names: readonly string[], at: ReadonlyMap<string, number>): Header['wide'] {
  const read = new Set(at.values())
  return names.flatMap((name, index) =>
    read.has(index) || !OF_LOCATION.test(name) || isAllPlaces(name.replace(OF_LOCATION, ''))
      ? []
      : [{ index, name: name.replace(OF_LOCATION, '') }],
  )
}

/** Returns the columns after the last one that every inventory export has: each is a location. */
function columnsAfter(
  last: number,
  args: { names: readonly string[]; plain: readonly string[]; at: ReadonlyMap<string, number> },
): Header['wide'] {
  const { names, plain, at } = args
  const read = new Set(at.values())
  return names.flatMap((name, index) =>
    index > last &&
    plain[index] !== '' &&
    !read.has(index) &&
    !plain[index]!.startsWith('hs code') &&
    !isAllPlaces(name)
      ? [{ index, name }]
      : [],
  )
}

/** Returns the columns that are missing for our layout when some of them are there. */
function missingColumns(
  kind: ImportKind,
  args: Pick<FoundColumns, 'rivals'> & { names: readonly string[]; has: (column: string) => boolean },
): HeaderFault[] {
  const { names, rivals, has } = args
  const own = requiredOf[kind].at(-1)!
  const missing = own.columns.filter((column) => !has(column))
  const meantTwice = rivals.filter(({ field }) => missing.includes(field))
  if (meantTwice.length > 0) {
    return meantTwice.map((rival) => ({
      column: names[rival.indexes.at(-1)!]!,
      reason: rivalsText(names, rival, `the column ${rival.field}`),
    }))
  }
  if (missing.length < own.columns.length)
    return missing.map((column) => ({ column, reason: 'this column is missing' }))
  const what = kind === 'sales' ? 'sales' : 'products'
  return [
    { column: null, reason: `this is not a file of ${what}, whose first line names ${columnWords[kind]}` },
  ]
}
