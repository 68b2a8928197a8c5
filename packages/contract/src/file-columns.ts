import { z } from 'zod'
import { type ImportKind, importKinds } from './imports.ts'

/** Most columns of a file that are shown and can be chosen. */
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
} as const satisfies Record<ImportKind, readonly string[]>
export type ImportField = (typeof importFields)[ImportKind][number]
/** The fields without which a file is not read, in its plainest layout. */
export const requiredImportFields = {
  products: ['product', 'sku', 'stock'],
  sales: ['sku', 'day', 'units'],
} as const satisfies Record<ImportKind, readonly ImportField[]>

const importFieldSchema = z.enum([...importFields.products, ...importFields.sales])

/** `PUT /api/file-columns`: what the columns of files with one head are, remembered for the next file with that head. */
export const saveColumnsSchema = z.object({
  kind: z.enum(importKinds),
  /** `headHash` of an import. */
  headHash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the headHash of an import'),
  /** One for each of the import's `columns`, in order; null for a column that is not to be read. */
  fields: z.array(importFieldSchema.nullable()).min(1).max(IMPORT_COLUMNS_SHOWN),
})
export const savedColumnsSchema = z.object({ saved: z.literal(true) })
export type SaveColumns = z.infer<typeof saveColumnsSchema>
