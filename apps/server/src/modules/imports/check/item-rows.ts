import type { CsvRecord } from '../../../files/csv-parser.ts'
import { type Reading, readPrice, readText, readUnits, readWhole, readYesNo, shown } from './cells.ts'
import { importedId, lineName, locationIdOf, productIdOf, variantKey } from './item-ids.ts'
import type { Header } from './layouts.ts'

/**
 * A variant and its stock at one location, as far as a file or a call gives them; undefined means not given.
 */
export interface Item {
  variantId: number
  /** How the file names the variant. */
  shownAs: string
  sku: string | null
  productId?: number | undefined
  product?: string | undefined
  /** Empty when the product has only one variant. */
  variant?: string | undefined
  vendor?: string | null | undefined
  productType?: string | null | undefined
  status?: 'active' | 'archived' | 'draft' | 'unlisted' | undefined
  price?: number | null | undefined
  isTracked?: boolean | undefined
  sellsWithoutStock?: boolean | undefined
  /** Null when no location is given: the stock then is the total. */
  location: { id: number; name: string } | null
  stock?: number | undefined
  onHand?: number | undefined
  committed?: number | undefined
  incoming?: number | undefined
}

export interface FieldFault {
  column: string
  reason: string
}

export type ItemReading = { item: Item } | { faults: FieldFault[] } | null

const statuses = ['active', 'archived', 'draft', 'unlisted'] as const
/** The value of an export for a location that never stocks the item. */
const NOT_STOCKED = 'not stocked'
/** The option value of a product with only one variant. */
const ONLY_OPTION = 'Default Title'

type Fields = Readonly<Record<string, string | undefined>>

/** Reads the fields of one row of a file or call. The `column` of a fault is our name of the field. */
export function readItem(fields: Fields): ItemReading {
  const faults: FieldFault[] = []
  const read = <T>(column: string, reader: (text: string) => Reading<T>): T | undefined => {
    const text = fields[column]
    if (text === undefined || text.trim() === '') return undefined
    const reading = reader(text)
    if ('value' in reading) return reading.value
    faults.push({ column, reason: reading.reason })
    return undefined
  }
  const sku = read('sku', readText) ?? ''
  const product = read('product', readText)
  const variant = product === undefined ? undefined : (read('variant', readText) ?? '')
  const handle = read('handle', readText) ?? product
  const location = read('location', readText)
  const isStated = (column: string) => fields[column] !== undefined
  const shownAs = sku || lineName(product ?? '', variant ?? '')
  if (shownAs === '') faults.push({ column: 'sku', reason: 'is empty, and so is the product' })
  const item: Item = {
    variantId: importedId(variantKey({ sku, name: shownAs })),
    shownAs,
    sku: sku || null,
    productId: handle === undefined ? undefined : productIdOf(handle),
    product,
    variant,
    vendor: isStated('vendor') ? (read('vendor', readText) ?? null) : undefined,
    productType: isStated('type') ? (read('type', readText) ?? null) : undefined,
    status: read('status', readStatus),
    price: isStated('price') ? (read('price', readPrice) ?? null) : undefined,
    isTracked: read('tracked', readYesNo),
    sellsWithoutStock: read('policy', readPolicy),
    location: location === undefined ? null : { id: locationIdOf(location), name: location },
    stock: read('stock', readWhole),
    onHand: read('onHand', readWhole),
    committed: read('committed', readWhole),
    incoming: read('incoming', readUnits),
  }
  return faults.length > 0 ? { faults } : { item }
}

/**
 * Returns the function that reads the records below this header; it returns null for a row without a variant.
 */
export function itemReader(header: Header): (record: CsvRecord) => ItemReading {
  const fieldsOf = (cells: string[]) => {
    const fields: Record<string, string> = {}
    for (const [name, index] of header.at) fields[name] = cells[index] ?? ''
    return fields
  }
  const read = header.layout === 'products' ? readOwn : exportReader(header)
  return ({ cells }) => named(header, read(fieldsOf(cells)))
}

function readOwn(fields: Record<string, string>): ItemReading {
  const missing = ['product', 'stock']
    .filter((column) => fields[column]?.trim() === '')
    .map((column) => ({ column, reason: 'is empty' }))
  const read = readItem(fields)
  if (missing.length === 0) return read
  return { faults: [...missing, ...(read && 'faults' in read ? read.faults : [])] }
}

/**
 * Returns the reader of files that a store exports. The rows of a product follow each other and only the first names it.
 * Rows of pictures have no option.
 */
function exportReader({ layout }: Header): (fields: Record<string, string>) => ItemReading {
  const shared = ['product', 'vendor', 'type', 'status'] as const
  let last: Record<string, string> = {}
  return (row) => {
    const fields = { ...row }
    if (fields.handle?.trim() === last.handle?.trim()) {
      for (const name of shared) {
        if (fields[name]?.trim() === '' && last[name] !== undefined) fields[name] = last[name]
      }
    }
    last = fields
    if ((fields.option1 ?? '').trim() === '') return null
    if ((fields.product ?? '').trim() === '') return { faults: [{ column: 'product', reason: 'is empty' }] }
    if (layout === 'shopify_inventory') dropNotStocked(fields)
    else if (fields.tracked !== undefined) fields.tracked = fields.tracked.trim() === '' ? 'no' : 'yes'
    const read = readItem({ ...fields, variant: optionsOf(fields) })
    return isStockedNowhere(fields, layout) && read && 'item' in read ? withoutStock(read.item) : read
  }
}

function optionsOf(fields: Fields): string {
  const options = [fields.option1, fields.option2, fields.option3]
  return options
    .map((option) => option?.trim() ?? '')
    .filter((option) => option !== '' && option !== ONLY_OPTION)
    .join(' / ')
}

function dropNotStocked(fields: Record<string, string>): void {
  for (const name of ['stock', 'onHand', 'committed', 'incoming']) {
    if (fields[name]?.trim().toLowerCase() === NOT_STOCKED) fields[name] = ''
  }
}

function isStockedNowhere(fields: Fields, layout: Header['layout']): boolean {
  const isStated = (text: string | undefined) => (text ?? '').trim() !== ''
  return layout === 'shopify_inventory' && !isStated(fields.stock) && !isStated(fields.onHand)
}

function withoutStock(item: Item): ItemReading {
  const { stock: _stock, onHand: _onHand, committed: _committed, incoming: _incoming, ...details } = item
  return { item: details }
}

function named(header: Header, read: ItemReading): ItemReading {
  if (read === null || 'item' in read) return read
  const nameOf = (column: string) => header.names[header.at.get(column) ?? -1] ?? column
  return { faults: read.faults.map(({ column, reason }) => ({ column: nameOf(column), reason })) }
}

function readStatus(text: string): Reading<(typeof statuses)[number]> {
  const word = text.trim().toLowerCase()
  const found = statuses.find((status) => status === word)
  return found ? { value: found } : { reason: `${shown(text)} is none of ${statuses.join(', ')}` }
}

function readPolicy(text: string): Reading<boolean> {
  const word = text.trim().toLowerCase()
  if (word === 'deny' || word === 'continue') return { value: word === 'continue' }
  return readYesNo(text)
}
