import type { SupplierImport, SupplierImportKind, SupplierLineState } from '@stockcast/contract'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'

export const importLabels: Record<SupplierImportKind, string> = {
  suppliers: 'Suppliers',
  items: 'Their products',
  orders: 'Past orders',
}

export const importHints: Record<SupplierImportKind, string> = {
  suppliers:
    'One row per supplier: its name and, if you have them, email, contact, address, currency, lead time, days of cover, order days and minimum.',
  items:
    'One row per product: the supplier, your SKU or barcode and, if you have them, the supplier’s SKU, unit cost, pack, minimum, maximum and lead time.',
  orders:
    'One row per order line: order number, supplier, SKU or barcode, quantity, the day it was ordered, and the units received with their day. Lead times are learned from them at once.',
}

/** The template files: the columns and an example. */
export const importTemplates: Record<SupplierImportKind, { name: string; text: string }> = {
  suppliers: {
    name: 'suppliers-template.csv',
    text: 'supplier,email,currency,lead time,minimum value\r\nAltura Roasting,orders@altura.example,USD,14,250.00\r\n',
  },
  items: {
    name: 'supplier-products-template.csv',
    text: 'supplier,sku,supplier sku,unit cost,pack size,minimum quantity\r\nAltura Roasting,ESP-1000,AR-77,11.40,24,48\r\n',
  },
  orders: {
    name: 'orders-template.csv',
    text: 'po number,supplier,sku,quantity,unit cost,ordered on,received,received on\r\n1001,Altura Roasting,ESP-1000,240,11.40,2026-09-01,240,2026-09-18\r\n',
  },
}

export const stateLabels: Record<SupplierLineState, string> = {
  added: 'New',
  changed: 'Changed',
  unchanged: 'Same',
  unmatched: 'Not found',
  faulty: 'Error',
}

/** The fields that a line changes, by the name that the server gives them. */
const fieldLabels: Readonly<Record<string, string>> = {
  supplierSku: 'supplier’s SKU',
  contactName: 'contact',
  coverDays: 'days of cover',
  statedLeadTimeDays: 'lead time in days',
  worstLeadTimeDays: 'lead time at worst in days',
  review: 'order days',
  minimumValue: 'minimum value',
  minimumUnits: 'minimum units',
  maximumUnits: 'maximum units',
  shutdowns: 'closed days',
  replacesRejected: 'replaces rejected units',
  unitCost: 'unit cost',
  packSize: 'pack size',
  priceBreaks: 'price breaks',
  leadTimeDays: 'lead time in days',
  orderedOn: 'ordered on',
  expectedOn: 'expected on',
  receivedOn: 'received on',
}

/** Returns the merchant's name of a field; most fields already have it. */
export const fieldWords = (field: string): string => fieldLabels[field] ?? field

/** What to do about lines that are left out. */
export const LEFT_OUT_HINT =
  'Correct these lines in the file and import it again: the other lines stay as they are.'

const nouns: Record<SupplierImportKind, string> = {
  suppliers: 'supplier',
  items: 'product',
  orders: 'order line',
}

/** Returns what the button does, such as “Import 10 suppliers, 2 rows left out”. */
export function applyWords({ kind, counts }: Pick<SupplierImport, 'kind' | 'counts'>): string {
  const changes = counts.added + counts.changed
  if (changes === 0) return 'Nothing to import'
  const left = counts.unmatched + counts.faulty
  const rest = left === 0 ? '' : `, ${formatCount(left, 'row')} left out`
  return `Import ${formatCount(changes, nouns[kind])}${rest}`
}

/** Returns what applying the file does, or did. */
export function countWords({ counts, isApplied }: Pick<SupplierImport, 'counts' | 'isApplied'>): string {
  const parts = [
    `${formatUnits(counts.added)} new`,
    `${formatUnits(counts.changed)} changed`,
    `${formatUnits(counts.unchanged)} unchanged`,
  ].join(', ')
  const left = counts.unmatched + counts.faulty
  const rest =
    left === 0 ? '' : ` ${formatCount(left, 'line')} ${isApplied ? 'left out' : 'will be left out'}.`
  return `${parts}.${rest}`
}
