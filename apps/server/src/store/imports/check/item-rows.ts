import { minorDigits } from '@stockcast/contract'
import {
  type CsvRecord,
  cellText,
  codeText,
  isAllPlaces,
  isBlank,
  loneReader,
  type Reading,
  shown,
  spoiledReason,
  type TableReader,
} from '@stockcast/tables'
import { tidyTags } from '../../../kernel/connector/tags.ts'
import { inPriceLimits, readText, readUnits, readWhole, readYesNo } from './cells.ts'
import { getLocationId, getProductId, lineName, type ResolveVariant, variantKey } from './item-ids.ts'
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
  tags?: string[] | undefined
  status?: Status | undefined
  price?: number | null | undefined
  /** In minor units of the shop's currency. */
  unitCost?: { amountMinor: number; currency: string } | null | undefined
  barcode?: string | null | undefined
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
  isAmbiguous?: true
}

export type ItemReading = { item: Item } | { faults: FieldFault[] } | null

const statuses = {
  active: 'active published publish enabled yes true 1 y live aktiv actif activo attivo actief',
  archived:
    'archived inactive discontinued disabled no false 0 n inaktiv archiviert inactif archivé inactivo archivado inattivo ' +
    'archiviato inactief gearchiveerd',
  draft: 'draft -1 entwurf brouillon borrador bozza concept incomplete',
  unlisted: 'unlisted',
} as const
type Status = keyof typeof statuses
const statusOf = new Map(
  Object.entries(statuses).flatMap(([status, words]) =>
    words.split(' ').map((word) => [word, status as Status] as const),
  ),
)
/** The value of an export for a location that never stocks the item. */
const NOT_STOCKED = 'not stocked'
/** The option value of a product with only one variant. */
const ONLY_OPTION = 'Default Title'

type Fields = Readonly<Record<string, string | undefined>>

/** How the numbers and amounts of an item are read. */
export interface ItemCells {
  currency: string
  /** The columns of a file; null for a call, whose values stand alone. */
  table: TableReader | null
  resolve: ResolveVariant
}

/** Reads the fields of one row of a file or call. The `column` of a fault is our name of the field. */
export function readItem(fields: Fields, cells: ItemCells): ItemReading {
  const { resolve } = cells
  const faults: FieldFault[] = []
  const read = <T>(column: string, reader: (text: string) => Reading<T>): T | undefined => {
    const text = fields[column]
    if (text === undefined || isBlank(text)) return undefined
    const reading = reader(text)
    if ('value' in reading) return reading.value
    faults.push({ column, ...reading })
    return undefined
  }
  const whole = (column: string, reader: typeof readWhole) =>
    read(column, (text) => reader(text, cells.table?.column(column)))
  const amount = (column: string) => read(column, (text) => readAmount(column, text, cells))
  const sku = read('sku', (text) => readCode(text, resolve)) ?? ''
  const product = read('product', readText)
  const variant = product === undefined ? undefined : (read('variant', readText) ?? '')
  const handle = read('handle', readText) ?? product
  const location = read('location', readPlace)
  const isStated = (column: string) => fields[column] !== undefined
  const shownAs = sku || lineName(product ?? '', variant ?? '')
  if (shownAs === '') faults.push({ column: 'sku', reason: 'is empty, and so is the product' })
  const resolved = resolve(variantKey({ sku, name: shownAs }), shownAs)
  if ('reason' in resolved) faults.push({ column: 'sku', reason: `${shown(shownAs)} ${resolved.reason}` })
  const item: Item = {
    variantId: 'id' in resolved && resolved.id !== null ? resolved.id : 0,
    shownAs,
    sku: sku || null,
    productId: handle === undefined ? undefined : getProductId(handle),
    product,
    variant,
    vendor: isStated('vendor') ? (read('vendor', readText) ?? null) : undefined,
    productType: isStated('type') ? (read('type', readText) ?? null) : undefined,
    tags: isStated('tags') ? (read('tags', readTags) ?? []) : undefined,
    status: read('status', readStatus),
    price: isStated('price') ? getPrice(amount('price'), cells) : undefined,
    unitCost: isStated('cost') ? getCost(amount('cost'), cells) : undefined,
    barcode: isStated('barcode') ? (read('barcode', (text) => readCode(text)) ?? null) : undefined,
    isTracked: read('tracked', readYesNo),
    sellsWithoutStock: read('policy', readPolicy),
    location: location === undefined ? null : { id: getLocationId(location), name: location },
    stock: whole('stock', readWhole),
    onHand: whole('onHand', readWhole),
    committed: whole('committed', readWhole),
    incoming: whole('incoming', readUnits),
  }
  return faults.length > 0 ? { faults } : { item }
}

function readAmount(column: string, text: string, { table, currency }: ItemCells): Reading<number> {
  const digits = minorDigits(currency)
  const read = (table?.column(column) ?? loneReader(text)).minor(text, { currency, digits })
  return 'value' in read ? inPriceLimits(read.value, { text, digits }) : read
}

const getPrice = (minor: number | undefined, { currency }: ItemCells) =>
  minor === undefined ? null : Math.round((minor / 10 ** minorDigits(currency)) * 100) / 100

const getCost = (minor: number | undefined, { currency }: ItemCells) =>
  minor === undefined ? null : { amountMinor: minor, currency }

function readPlace(text: string): Reading<string> {
  if (!isAllPlaces(text)) return readText(text)
  return { reason: `${shown(text)} adds up other locations; name one, or leave the row out` }
}

/** Reads tags, which commas separate; all of them together may be longer than a text. */
function readTags(text: string): Reading<string[]> {
  const readings = text.split(',').map(readText)
  const tags = readings.flatMap((reading) => ('value' in reading ? [reading.value] : []))
  return (readings.find((reading) => !('value' in reading)) as Reading<string[]>) ?? { value: tidyTags(tags) }
}

/** Reads a SKU or barcode. One that a spreadsheet has spoiled is refused, unless a product has it as its SKU. */
export function readCode(text: string, resolve?: ResolveVariant): Reading<string> {
  const code = codeText(text)
  const reason = spoiledReason(code)
  if (reason === null) return readText(code)
  const found = resolve?.(variantKey({ sku: code, name: '' }), code)
  const isUnknown = !found || ('isKnown' in found && !found.isKnown)
  return isUnknown ? { reason: `${shown(text)} ${reason}` } : readText(code)
}

/**
 * Returns the function that reads the records below this header; it returns the items of a row, none for a row without a
 * variant.
 */
export function itemReader(
  header: Header,
  cells: ItemCells,
): (record: CsvRecord) => Exclude<ItemReading, null>[] {
  const getFields = (cells: string[]) => {
    const fields: Record<string, string> = {}
    for (const [name, index] of header.at) fields[name] = cells[index] ?? ''
    return fields
  }
  const read = header.layout === 'products' ? ownReader(header, cells) : exportReader(header, cells)
  return (record) => {
    const row = getFields(record.cells)
    if (header.wide.length === 0) return [named(header, read(row))].filter((each) => each !== null)
    return header.wide.flatMap(({ index, name }) => {
      const stock = cellText(record.cells[index] ?? '')
      return named(header, read({ ...row, location: name, stock: isNone(stock) ? '' : stock })) ?? []
    })
  }
}

/** Rows of these are parents of variants, or nothing that is kept in stock. */
const notKept = new Set(['variable', 'grouped', 'external', 'category', 'bundle'])
const notTracked = new Set(['service', 'non-inventory', 'noninventory', 'non inventory'])

/** What other programs call a kind of item says nothing about what the product is. */
const kinds = new Set([
  ...notTracked,
  'simple',
  'variation',
  'inventory',
  'inventory item',
  'stock',
  'product',
  'physical',
])

/** WooCommerce leaves the stock of what it does not count empty. */
const isOfWooCommerce = (type: string) => /^(?:simple|variation)(?:,|$)/.test(type)

function ownReader(header: Header, cells: ItemCells): (fields: Record<string, string>) => ItemReading {
  return (fields) => {
    const type = cellText(fields.type ?? '').toLowerCase()
    if (notKept.has(type)) return null
    const isManaged = !isBlank(fields.stock ?? '')
    const isUntracked = notTracked.has(type) || (!isManaged && isOfWooCommerce(type))
    const saysNothing = type === '' || kinds.has(type.split(',')[0]!)
    const productType = saysNothing
      ? (fields.category ?? (fields.type === undefined ? undefined : ''))
      : fields.type
    const row: Record<string, string> = {
      ...fields,
      ...(productType !== undefined && { type: productType }),
      ...(isUntracked && { tracked: 'no', stock: '' }),
    }
    const variant = cellText(fields.variant ?? '') || getOptions(fields)
    const tracked = readYesNo(row.tracked ?? '')
    const needsStock = header.wide.length === 0 && !('value' in tracked && !tracked.value)
    const needed = needsStock ? ['product', 'stock'] : ['product']
    const missing = needed
      .filter((column) => isBlank(row[column] ?? ''))
      .map((column) => ({ column, reason: 'is empty' }))
    const read = readItem({ ...row, variant }, cells)
    if (missing.length === 0) return read
    return { faults: [...missing, ...(read && 'faults' in read ? read.faults : [])] }
  }
}

/**
 * Returns the reader of files that a store exports. The rows of a product follow each other and only the first names it.
 * Rows of pictures have no option.
 */
function exportReader(
  { layout, wide }: Header,
  cells: ItemCells,
): (fields: Record<string, string>) => ItemReading {
  const shared = ['product', 'vendor', 'type', 'tags', 'status'] as const
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
    if (layout === 'shopify_inventory' && wide.length === 0) dropNotStocked(fields)
    else if (fields.tracked !== undefined) fields.tracked = fields.tracked.trim() === '' ? 'no' : 'yes'
    const read = readItem({ ...fields, variant: getOptions(fields) }, cells)
    return isStockedNowhere(fields, layout) && read && 'item' in read ? withoutStock(read.item) : read
  }
}

function getOptions(fields: Fields): string {
  const options = [fields.option1, fields.option2, fields.option3]
  return options
    .map((option) => option?.trim() ?? '')
    .filter((option) => option !== '' && option !== ONLY_OPTION)
    .join(' / ')
}

const isNone = (text: string) => text.trim().toLowerCase() === NOT_STOCKED

function dropNotStocked(fields: Record<string, string>): void {
  for (const name of ['stock', 'onHand', 'committed', 'incoming']) {
    if (isNone(fields[name] ?? '')) fields[name] = ''
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
  const getName = (column: string) => header.names[header.at.get(column) ?? -1] ?? column
  return { faults: read.faults.map((fault) => ({ ...fault, column: getName(fault.column) })) }
}

function readStatus(text: string): Reading<Status> {
  const value = statusOf.get(cellText(text).toLowerCase())
  return value ? { value } : { reason: `${shown(text)} is none of ${Object.keys(statuses).join(', ')}` }
}

function readPolicy(text: string): Reading<boolean> {
  const word = text.trim().toLowerCase()
  if (word === 'deny' || word === 'continue') return { value: word === 'continue' }
  return readYesNo(text)
}
