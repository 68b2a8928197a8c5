import { z } from 'zod'
import { type ImportKind, importKinds } from './imports.ts'
import { type SupplierImportKind, supplierImportKinds } from './supplier-imports.ts'

/** Kinds of files whose columns can be chosen. */
export type FileKind = ImportKind | SupplierImportKind

/** Maximum number of columns of a file that are shown and can be chosen. */
export const IMPORT_COLUMNS_SHOWN = 100

/** What a column of a file can be, by its kind. */
export const importFields = {
  products: [
    'sku',
    'product',
    'variant',
    'stock',
    'location',
    'price',
    'cost',
    'barcode',
    'vendor',
    'type',
    'category',
    'tags',
    'status',
    'onHand',
    'committed',
    'incoming',
    'tracked',
    'policy',
    'handle',
    'option1',
    'option2',
    'option3',
    'option1Name',
    'origin',
  ],
  sales: ['sku', 'day', 'units', 'state', 'order', 'placedAt', 'cancelledAt', 'lineName'],
  suppliers: [
    'supplier',
    'email',
    'contactName',
    'address',
    'address2',
    'city',
    'region',
    'postcode',
    'country',
    'language',
    'currency',
    'statedLeadTimeDays',
    'worstLeadTimeDays',
    'review',
    'coverDays',
    'minimumValue',
    'minimumUnits',
    'shutdowns',
    'replacesRejected',
    'archived',
  ],
  items: [
    'supplier',
    'sku',
    'barcode',
    'supplierSku',
    'unitCost',
    'currency',
    'packSize',
    'minimumUnits',
    'maximumUnits',
    'priceBreaks',
    'leadTimeDays',
    'rank',
    'preferred',
  ],
  orders: [
    'order',
    'orderId',
    'orderType',
    'supplier',
    'sku',
    'barcode',
    'units',
    'countedIn',
    'received',
    'remaining',
    'rejected',
    'cancelled',
    'unitCost',
    'currency',
    'orderedOn',
    'expectedOn',
    'receivedOn',
    'status',
    'lineStatus',
    'removed',
  ],
} as const satisfies Record<FileKind, readonly string[]>
export type ImportField = (typeof importFields)[FileKind][number]
/** The fields without which a file is not read, in its plainest layout; of each group one is needed. */
export const neededFields: Record<FileKind, readonly (readonly ImportField[])[]> = {
  products: [['product'], ['sku'], ['stock']],
  sales: [['sku'], ['day'], ['units']],
  suppliers: [['supplier']],
  items: [['supplier'], ['sku', 'barcode']],
  orders: [['order', 'orderId'], ['sku', 'barcode'], ['units']],
}

const importFieldSchema = z.enum(Object.values(importFields).flat() as [ImportField, ...ImportField[]])

/** `PUT /api/file-columns`: what the columns of a file are, remembered for the next file with the same column names. */
export const saveColumnsSchema = z.object({
  kind: z.enum([...importKinds, ...supplierImportKinds]),
  /** `headHash` of an import. */
  headHash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the headHash of an import'),
  /** One for each of the import's `columns`, in order; null for a column that is not to be read. */
  fields: z.array(importFieldSchema.nullable()).min(1).max(IMPORT_COLUMNS_SHOWN),
})
export const savedColumnsSchema = z.object({ saved: z.literal(true) })
export type SaveColumns = z.infer<typeof saveColumnsSchema>
