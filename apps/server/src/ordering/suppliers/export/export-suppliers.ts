import { dayFromEpoch } from '../../../kernel/calendar.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { findShopDay } from '../../../planning/index.ts'
import { csvRecord } from '../../../providers/files/write-record.ts'
import { type ListedItem, listItemsAfter } from '../item-queries.ts'
import { listSuppliersByName } from '../queries.ts'
import { itemTexts, supplierTexts } from '../texts.ts'

/** The columns of the file of suppliers, which the import reads under these names. */
const supplierColumns = {
  supplier: 'Supplier',
  email: 'Email',
  contactName: 'Contact',
  address: 'Address',
  language: 'Language',
  currency: 'Currency',
  statedLeadTimeDays: 'Lead Time Days',
  worstLeadTimeDays: 'Longest Lead Time Days',
  review: 'Order Days',
  coverDays: 'Days of Cover',
  minimumValue: 'Minimum Value',
  minimumUnits: 'Minimum Units',
  shutdowns: 'Shut-Down Days',
  replacesRejected: 'Replaces Rejected Units',
  archived: 'Archived',
} as const satisfies Record<keyof ReturnType<typeof supplierTexts>, string>

/** The same for what suppliers sell. */
const itemColumns = {
  supplier: 'Supplier',
  product: 'Product',
  sku: 'SKU',
  barcode: 'Barcode',
  supplierSku: 'Supplier SKU',
  unitCost: 'Unit Cost',
  currency: 'Currency',
  packSize: 'Pack Size',
  minimumUnits: 'Minimum Units',
  maximumUnits: 'Maximum Units',
  priceBreaks: 'Price Breaks',
  leadTimeDays: 'Lead Time Days',
  rank: 'Rank',
} as const satisfies Record<keyof ReturnType<typeof listedTexts>, string>

/** Writes all suppliers by name, archived ones too. */
export async function* exportSuppliers(
  kernel: Pick<Kernel, 'db'>,
  merchantId: number,
): AsyncGenerator<string> {
  yield record(supplierColumns, supplierColumns)
  const suppliers = await kernel.db.withTenant(merchantId, (tx) => listSuppliersByName(tx, merchantId))
  yield suppliers.map((supplier) => record(supplierColumns, supplierTexts(supplier))).join('')
}

const ITEMS_PER_READ = 5000

/** Writes what all suppliers sell, each part read in its own transaction. */
export async function* exportItems(kernel: Pick<Kernel, 'db'>, merchantId: number): AsyncGenerator<string> {
  yield record(itemColumns, itemColumns)
  let after: ListedItem | null = null
  while (true) {
    const key = { merchantId, after, limit: ITEMS_PER_READ }
    const items: ListedItem[] = await kernel.db.withTenant(merchantId, (tx) => listItemsAfter(tx, key))
    if (items.length > 0) yield items.map((item) => record(itemColumns, listedTexts(item))).join('')
    const last = items.at(-1)
    if (!last || items.length < ITEMS_PER_READ) return
    after = last
  }
}

function listedTexts(item: ListedItem) {
  return {
    supplier: item.supplierName,
    product: item.title,
    sku: item.sku ?? '',
    barcode: item.barcode ?? '',
    currency: item.currency,
    ...itemTexts(item, item.currency),
  }
}

function record(columns: Readonly<Record<string, string>>, texts: Readonly<Record<string, string>>): string {
  return csvRecord(Object.keys(columns).map((field) => ({ text: texts[field] ?? '' })))
}

/** Returns a name with the shop's day, such as `suppliers-2026-11-20.csv`. */
export async function exportFileName(
  context: Context<'clock'>,
  { file }: { file: 'suppliers' | 'supplier-products' },
): Promise<string> {
  const { today } = await findShopDay(context)
  return `${file}-${dayFromEpoch(today)}.csv`
}
