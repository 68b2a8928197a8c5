import { z } from 'zod'
import { fileColumnSchema, leftOutSchema, sheetChoiceSchema, textEncodings } from './imports.ts'

/** What a file with suppliers contains. */
export const supplierImportKinds = ['suppliers', 'items', 'orders'] as const
export type SupplierImportKind = (typeof supplierImportKinds)[number]

/** Maximum size in bytes and maximum number of rows of a file with suppliers, their products or orders. */
export const SUPPLIER_FILE_BYTES = 5 * 1024 ** 2
export const SUPPLIER_FILE_ROWS = 50_000
/** Maximum number of lines of one kind that a preview lists; the others are counted. */
export const SUPPLIER_PREVIEW_LINES = 500

/** `POST /api/suppliers/import/preview` and `/apply`: the file is the body. */
export const supplierImportQuerySchema = z.object({
  kind: z.enum(supplierImportKinds),
  fileName: z.string().trim().max(255).default(''),
})
export type SupplierImportQuery = z.input<typeof supplierImportQuerySchema>

export const supplierLineStates = ['added', 'changed', 'unchanged', 'unmatched', 'faulty'] as const
export type SupplierLineState = (typeof supplierLineStates)[number]

/** Every line of the file is counted in exactly one state. */
export const supplierImportSchema = z.object({
  kind: z.enum(supplierImportKinds),
  encoding: z.enum(textEncodings),
  separator: z.enum([',', ';', '\t', '|']),
  sheet: sheetChoiceSchema.nullable(),
  /** Identifies the column names of the file, for `PUT /api/file-columns`. */
  headHash: z.string(),
  /** The first columns of the file, and what each was read as; null if it was not read. */
  columns: z.array(fileColumnSchema),
  /**
   * Required fields without a column; any one field of a group would be enough. If one is missing, nothing of the file is read.
   */
  missing: z.array(z.array(z.string())),
  counts: z.record(z.enum(supplierLineStates), z.int()),
  lines: z.array(
    z.object({
      /** Line number in the file, from 1. */
      line: z.int(),
      state: z.enum(supplierLineStates),
      supplier: z.string().nullable(),
      sku: z.string().nullable(),
      /** Whether the SKU or the barcode matched a product; null if neither did. */
      variantId: z.int().nullable(),
      matchedBy: z.enum(['sku', 'barcode']).nullable(),
      changes: z.array(
        z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
      /** A sentence for the merchant; null unless the line is faulty or unmatched. */
      reason: z.string().nullable(),
    }),
  ),
  /** The first rows that are left out. */
  leftOut: leftOutSchema,
  /** True once the file was applied. The same file applied again changes nothing. */
  isApplied: z.boolean(),
  /** True if the file waits until a calculation of the shop has ended, and is applied then. */
  isWaiting: z.boolean().optional(),
})
export type SupplierImport = z.infer<typeof supplierImportSchema>
