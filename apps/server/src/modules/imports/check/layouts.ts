import type { ImportKind, ImportLayout } from '@stockcast/contract'
import { columnName, firstIndexes } from '../../../files/column-names.ts'

/** A recognised header: its layout and the positions of its columns. */
export interface Header {
  layout: ImportLayout
  /** The column names as they are in the file, for faults. */
  names: readonly string[]
  /** The index of each column by our name; absent columns are left out. */
  at: ReadonlyMap<string, number>
}

export type HeaderReading = { header: Header } | { faults: { column: string | null; reason: string }[] }

const DAY_COLUMN = /^\d{4}-\d{2}-\d{2}$/

/** The names that files give each column, by our name, in lower case with single spaces. */
const synonyms: Record<string, readonly string[]> = {
  sku: ['sku', 'variant sku', 'lineitem sku', 'series id', 'series_id'],
  day: ['day', 'date'],
  units: ['units', 'quantity', 'units sold', 'units_sold', 'lineitem quantity'],
  product: ['product', 'title', 'product title'],
  variant: ['variant', 'variant title'],
  handle: ['handle', 'url handle'],
  vendor: ['vendor', 'supplier'],
  type: ['type'],
  status: ['status'],
  price: ['price', 'variant price'],
  stock: ['stock', 'variant inventory qty', 'inventory quantity', 'available', 'available (not editable)'],
  onHand: ['on hand', 'on hand (current)'],
  committed: ['committed', 'committed (not editable)'],
  incoming: ['incoming', 'incoming (not editable)'],
  location: ['location'],
  tracked: ['tracked', 'variant inventory tracker', 'inventory tracker'],
  policy: ['variant inventory policy', 'continue selling when out of stock'],
  option1: ['option1 value'],
  option2: ['option2 value'],
  option3: ['option3 value'],
  order: ['name'],
  placedAt: ['created at'],
  cancelledAt: ['cancelled at'],
  lineName: ['lineitem name'],
}

const requiredOf: Record<ImportKind, { layout: ImportLayout; columns: readonly string[] }[]> = {
  products: [
    { layout: 'shopify_inventory', columns: ['handle', 'product', 'sku', 'location'] },
    { layout: 'shopify_products', columns: ['handle', 'product', 'option1'] },
    { layout: 'products', columns: ['product', 'sku', 'stock'] },
  ],
  sales: [
    { layout: 'shopify_orders', columns: ['order', 'placedAt', 'units', 'lineName'] },
    { layout: 'sales_rows', columns: ['sku', 'day', 'units'] },
  ],
}

const columnWords: Record<ImportKind, string> = {
  products: 'product, sku, stock, and optionally variant, vendor, price, location, incoming, tracked',
  sales: 'sku, day, units; or sku and one column for each day',
}

/** Recognises the layout of a file by its first row, whatever the case and order of the columns. */
export function readHeader(kind: ImportKind, headers: readonly string[]): HeaderReading {
  const names = headers.map(columnName)
  const plain = headers.map((header) => header.trim().toLowerCase().replaceAll(/\s+/g, ' '))
  const first = firstIndexes(plain)
  const at = new Map<string, number>()
  for (const [ours, theirs] of Object.entries(synonyms)) {
    const name = theirs.find((each) => first.has(each))
    if (name !== undefined) at.set(ours, first.get(name)!)
  }
  const repeated = plain.findIndex((name, i) => name !== '' && first.get(name) !== i)
  if (repeated >= 0) return { faults: [{ column: names[repeated]!, reason: 'this column appears twice' }] }
  if (kind === 'sales' && at.has('sku') && plain.some((name) => DAY_COLUMN.test(name))) {
    return { header: { layout: 'sales_days', names, at } }
  }
  const known = requiredOf[kind].find(({ columns }) => columns.every((column) => at.has(column)))
  if (known) return { header: { layout: known.layout, names, at } }
  return { faults: missingColumns(kind, at) }
}

/** Returns the columns that are missing for our layout when some of them are there. */
function missingColumns(kind: ImportKind, at: ReadonlyMap<string, number>) {
  const own = requiredOf[kind].at(-1)!
  const missing = own.columns.filter((column) => !at.has(column))
  if (missing.length === own.columns.length) {
    const what = kind === 'sales' ? 'sales' : 'products'
    return [
      { column: null, reason: `this is not a file of ${what}, whose first line names ${columnWords[kind]}` },
    ]
  }
  return missing.map((column) => ({ column, reason: 'this column is missing' }))
}
