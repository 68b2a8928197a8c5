import type { SupplierImportKind } from '@stockcast/contract'
import type { ColumnNames } from '../../../files/find-columns.ts'

const supplier = [
  ['supplier', 'supplier name', 'vendor', 'vendor name', 'lieferant'],
  ['company', 'company name', 'manufacturer'],
]
const sku = [
  ['sku', 'variant sku', 'product sku', 'item sku'],
  ['item code', 'product code', 'item number', 'artikelnummer'],
]
const barcode = [
  ['barcode', 'variant barcode', 'barcode (isbn, upc, gtin, etc.)'],
  ['ean', 'upc', 'gtin', 'isbn'],
]
const currency = [['currency', 'currency code', 'supplier currency', 'purchase order currency']]
const unitCost = [
  ['unit cost', 'cost per item', 'cost per unit'],
  [
    'cost',
    'cost price',
    'supplier cost',
    'supplier price',
    'purchase price',
    'cost (base)',
    'cost excl tax',
    'einkaufspreis',
  ],
  ['unit price', 'price', 'preis'],
  ['landed cost'],
]
const leadTime = [
  'lead time days',
  'lead time',
  'leadtime',
  'lead time (days)',
  'lead time in days',
  'lead time (weeks)',
  'lead time weeks',
  'lead time in weeks',
  'lieferzeit',
]

/** The names that files give each column, the plainest first; see decision 0092 for their sources. */
export const columnNames: Record<SupplierImportKind, ColumnNames> = {
  suppliers: {
    supplier: [...supplier, ['name', 'display name']],
    email: [
      ['email', 'e-mail', 'email address', 'supplier email', 'vendor email'],
      ['contact email', 'main email'],
    ],
    contactName: [['contact', 'contact name', 'contact person', 'attention', 'ansprechpartner']],
    address: [
      ['address', 'address 1', 'address line 1', 'street', 'street address', 'adresse'],
      ['billing address', 'billing street', 'mailing address'],
    ],
    address2: [['address 2', 'address line 2', 'street 2']],
    city: [['city', 'town', 'billing city', 'ort']],
    region: [['state', 'province', 'region', 'billing state', 'state/province', 'county']],
    postcode: [['zip', 'zip code', 'postcode', 'postal code', 'billing zip', 'zip/postal code', 'plz']],
    country: [['country', 'country/region', 'billing country', 'land']],
    language: [['language', 'locale']],
    currency,
    statedLeadTimeDays: [[...leadTime, 'usual lead time', 'days lead time'], ['average lead time']],
    worstLeadTimeDays: [
      [
        'longest lead time days',
        'longest lead time',
        'worst lead time',
        'maximum lead time',
        'max lead time',
        'longest lead time (days)',
        'longest lead time (weeks)',
      ],
    ],
    review: [['order days', 'order day', 'ordering days', 'order schedule', 'review']],
    coverDays: [
      ['days of cover', 'cover days', 'days of stock', 'days of stock to order', 'target days of cover'],
    ],
    minimumValue: [
      [
        'minimum value',
        'minimum order value',
        'min order value',
        'mov',
        'min purchase budget',
        'minimum order amount',
      ],
      ['minimum order'],
    ],
    minimumUnits: [
      [
        'minimum units',
        'minimum order units',
        'min order units',
        'min purchase quantity',
        'minimum order quantity',
        'min order qty',
        'moq',
      ],
    ],
    shutdowns: [['shut-down days', 'shut down', 'shutdowns', 'closed', 'closed days', 'holidays']],
    replacesRejected: [['replaces rejected units', 'replaces rejected']],
    archived: [['archived', 'removed', 'inactive']],
  },
  items: {
    supplier,
    sku,
    barcode,
    supplierSku: [
      [
        'supplier sku',
        'vendor sku',
        'supplier code',
        'vendor code',
        'supplier product code',
        'vendor product code',
        'supplier part number',
        'vendor reference',
      ],
      ['mpn'],
    ],
    unitCost,
    currency,
    packSize: [
      [
        'pack size',
        'pack',
        'case pack',
        'case size',
        'case quantity',
        'units per pack',
        'units per case',
        'order multiple',
        'multiple',
      ],
      ['uom'],
    ],
    minimumUnits: [
      [
        'minimum units',
        'moq',
        'minimum order quantity',
        'min order quantity',
        'min order qty',
        'minimum quantity',
        'min qty',
      ],
      ['minimum', 'min'],
    ],
    maximumUnits: [
      [
        'maximum units',
        'maximum order quantity',
        'max order quantity',
        'max order qty',
        'maximum quantity',
        'max qty',
      ],
      ['maximum', 'max'],
    ],
    priceBreaks: [['price breaks', 'price break', 'quantity breaks', 'volume prices']],
    leadTimeDays: [leadTime],
    rank: [['rank', 'priority']],
    preferred: [['preferred', 'preferred supplier', 'is preferred', 'primary', 'default']],
  },
  orders: {
    order: [
      [
        'po #',
        'po',
        'po number',
        'po no',
        'po no.',
        'purchase order',
        'purchase order number',
        'purchase order #',
      ],
      ['order', 'order number', 'order #', 'order no', 'bestellnummer'],
      ['reference', 'number'],
    ],
    orderId: [['id', 'order id']],
    orderType: [['type', 'order type']],
    supplier,
    sku,
    barcode,
    units: [
      [
        'ordered',
        'qty ordered',
        'quantity ordered',
        'ordered quantity',
        'ordered qty',
        'units ordered',
        'order quantity',
        'order qty',
        'replenishment',
      ],
      ['quantity', 'qty', 'units', 'menge', 'anzahl'],
    ],
    received: [
      [
        'received',
        'qty received',
        'quantity received',
        'received quantity',
        'received qty',
        'units received',
      ],
    ],
    remaining: [
      [
        'remaining',
        'outstanding',
        'qty remaining',
        'quantity remaining',
        'remaining quantity',
        'remaining qty',
        'qty outstanding',
        'quantity outstanding',
        'outstanding quantity',
        'open quantity',
        'open qty',
        'to receive',
        'qty to receive',
        'units to come',
      ],
      ['backordered', 'qty backordered'],
    ],
    rejected: [['rejected', 'qty rejected', 'quantity rejected'], ['damaged']],
    unitCost,
    currency,
    orderedOn: [
      [
        'ordered on',
        'order date',
        'ordered at',
        'date ordered',
        'ordered date',
        'po date',
        'purchase date',
        'bestelldatum',
      ],
      ['created at', 'created date', 'created on', 'created', 'date', 'datum'],
    ],
    expectedOn: [
      [
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
        'lieferdatum',
      ],
      ['due date', 'due'],
      ['expected ship date', 'ship date'],
    ],
    receivedOn: [['received on', 'received date', 'received at', 'date received', 'receipt date']],
    status: [['status', 'state', 'po status', 'order status']],
    lineStatus: [['line status', 'item status', 'line item status', 'line state']],
    removed: [['removed']],
  },
}

export const COUNTS = [
  'statedLeadTimeDays',
  'worstLeadTimeDays',
  'leadTimeDays',
  'coverDays',
  'minimumUnits',
  'maximumUnits',
  'packSize',
  'rank',
  'units',
  'received',
  'remaining',
  'rejected',
]
export const AMOUNTS = ['unitCost', 'minimumValue']
export const DAYS = ['orderedOn', 'expectedOn', 'receivedOn']

/** Each group needs one of its columns. */
export const neededColumns: Record<SupplierImportKind, readonly (readonly string[])[]> = {
  suppliers: [['supplier']],
  items: [['supplier'], ['sku', 'barcode']],
  orders: [['order', 'orderId'], ['sku', 'barcode'], ['units']],
}
