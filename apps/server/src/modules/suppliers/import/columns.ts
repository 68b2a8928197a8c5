import type { SupplierImportKind } from '@stockcast/contract'
import { headKey } from '@stockcast/tables'
import { AppError } from '../../../errors.ts'
import { columnName, firstIndexes } from '../../../files/column-names.ts'

export interface Columns {
  /** The columns of the file in order, and our name of each that is read. */
  all: { header: string; field: string | null }[]
  /** The columns that are read, with their index in the file. */
  read: readonly { field: string; header: string; index: number }[]
  /** The place of each among those, by our name. */
  at: ReadonlyMap<string, number>
}

const supplier = ['supplier', 'supplier name', 'vendor', 'vendor name', 'company', 'manufacturer']
const sku = ['sku', 'variant sku', 'product sku', 'item sku', 'item code', 'product code']
const barcode = [
  'barcode',
  'variant barcode',
  'upc',
  'ean',
  'gtin',
  'isbn',
  'barcode (isbn, upc, gtin, etc.)',
]
const currency = ['currency', 'currency code', 'supplier currency', 'purchase order currency']
const unitCost = [
  'unit cost',
  'cost',
  'cost price',
  'unit price',
  'price',
  'cost per item',
  'supplier cost',
  'supplier price',
  'purchase price',
  'landed cost',
  'cost (base)',
  'cost excl tax',
]

/** The names that files give each column, in lower case with single spaces and no signs at the ends. */
const synonyms: Record<SupplierImportKind, Record<string, readonly string[]>> = {
  suppliers: {
    supplier: [...supplier, 'name', 'display name'],
    email: ['email', 'e-mail', 'email address', 'contact email', 'supplier email', 'vendor email'],
    language: ['language', 'locale'],
    currency,
    statedLeadTimeDays: [
      'lead time days',
      'lead time',
      'leadtime',
      'lead time (days)',
      'days lead time',
      'average lead time',
    ],
    worstLeadTimeDays: [
      'longest lead time days',
      'longest lead time',
      'worst lead time',
      'maximum lead time',
      'max lead time',
    ],
    review: ['order days', 'order day', 'ordering days', 'order schedule', 'review'],
    minimumValue: [
      'minimum value',
      'minimum order value',
      'min order value',
      'mov',
      'min purchase budget',
      'minimum order amount',
      'minimum order',
    ],
    minimumUnits: [
      'minimum units',
      'minimum order units',
      'min order units',
      'min purchase quantity',
      'minimum order quantity',
      'min order qty',
      'moq',
    ],
    shutdowns: ['shut-down days', 'shut down', 'shutdowns', 'closed', 'closed days', 'holidays'],
    replacesRejected: ['replaces rejected units', 'replaces rejected'],
    archived: ['archived', 'removed', 'inactive'],
  },
  items: {
    supplier,
    sku,
    barcode,
    supplierSku: [
      'supplier sku',
      'vendor sku',
      'supplier code',
      'vendor code',
      'supplier product code',
      'vendor product code',
      'supplier part number',
      'vendor reference',
      'mpn',
    ],
    unitCost,
    currency,
    packSize: [
      'pack size',
      'pack',
      'case pack',
      'case size',
      'case quantity',
      'units per pack',
      'units per case',
      'order multiple',
      'multiple',
      'uom',
    ],
    minimumUnits: [
      'minimum units',
      'minimum',
      'min',
      'moq',
      'minimum order quantity',
      'min order quantity',
      'min order qty',
      'minimum quantity',
      'min qty',
    ],
    maximumUnits: [
      'maximum units',
      'maximum',
      'max',
      'maximum order quantity',
      'max order quantity',
      'max order qty',
      'maximum quantity',
      'max qty',
    ],
    priceBreaks: ['price breaks', 'price break', 'quantity breaks', 'volume prices'],
    leadTimeDays: ['lead time days', 'lead time', 'leadtime', 'lead time (days)'],
    rank: ['rank', 'priority'],
    preferred: ['preferred', 'preferred supplier', 'is preferred', 'primary', 'default'],
  },
  orders: {
    order: [
      'po #',
      'po',
      'po number',
      'po no',
      'purchase order',
      'purchase order number',
      'purchase order #',
      'order number',
      'order #',
      'reference',
      'number',
    ],
    orderId: ['id', 'order id'],
    orderType: ['type', 'order type'],
    supplier,
    sku,
    barcode,
    units: [
      'quantity',
      'qty',
      'ordered',
      'qty ordered',
      'quantity ordered',
      'ordered quantity',
      'units',
      'order quantity',
      'order qty',
      'replenishment',
    ],
    received: [
      'received',
      'qty received',
      'quantity received',
      'received quantity',
      'received qty',
      'units received',
    ],
    rejected: ['rejected', 'qty rejected', 'quantity rejected', 'damaged'],
    unitCost,
    currency,
    orderedOn: [
      'ordered on',
      'order date',
      'ordered at',
      'date ordered',
      'ordered date',
      'po date',
      'created at',
      'created date',
      'created',
      'date',
    ],
    expectedOn: [
      'expected on',
      'expected',
      'expected date',
      'expected at',
      'expected arrival',
      'expected arrival date',
      'expected delivery',
      'expected delivery date',
      'delivery date',
      'arrival date',
      'delivery',
      'arrives',
      'arrives on',
      'eta',
      'due date',
      'due',
      'expected ship date',
      'ship date',
    ],
    receivedOn: ['received on', 'received date', 'received at', 'date received', 'receipt date'],
    status: ['status', 'state', 'po status'],
    removed: ['removed'],
  },
}

/** Each group needs one of its columns. */
const required: Record<SupplierImportKind, readonly (readonly string[])[]> = {
  suppliers: [['supplier']],
  items: [['supplier'], ['sku', 'barcode']],
  orders: [['order', 'orderId'], ['sku', 'barcode'], ['units']],
}

const words: Readonly<Record<string, string>> = {
  supplier: 'Supplier',
  sku: 'SKU',
  barcode: 'Barcode',
  order: 'PO #',
  units: 'Quantity',
}

/** Recognises the columns of a file by its first row, whatever their case and order. Refuses a file without the needed ones. */
export function readColumns(kind: SupplierImportKind, headers: readonly string[]): Columns {
  const first = firstIndexes(headers.map(headKey))
  const fieldAt = new Map<number, string>()
  for (const [field, names] of Object.entries(synonyms[kind])) {
    const name = names.find((each) => first.has(each))
    const index = first.get(name ?? '')
    if (name !== undefined && index !== undefined && !fieldAt.has(index)) fieldAt.set(index, field)
  }
  const found = new Set(fieldAt.values())
  const missing = required[kind].find((group) => !group.some((field) => found.has(field)))
  if (missing) {
    const names = missing.flatMap((field) => (words[field] ? [`“${words[field]}”`] : [])).join(' or ')
    throw new AppError('invalid_input', `The first line of the file names no column ${names}.`, {
      field: 'file',
    })
  }
  const all = headers.map((header, index) => ({
    header: columnName(header),
    field: fieldAt.get(index) ?? null,
  }))
  const read = [...fieldAt].map(([index, field]) => ({ field, header: all[index]!.header, index }))
  return { all, read, at: new Map(read.map(({ field }, place) => [field, place])) }
}
