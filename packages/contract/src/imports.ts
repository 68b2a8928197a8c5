import { z } from 'zod'
import { daySchema, instantSchema } from './calendar.ts'

export const importKinds = ['products', 'sales'] as const
export type ImportKind = (typeof importKinds)[number]

export const importStatuses = [
  'uploaded',
  'checking',
  'ready',
  'faulty',
  'applying',
  'applied',
  'failed',
] as const
export type ImportStatus = (typeof importStatuses)[number]

/** How the text of a file is encoded; older encodings are tried if it is neither UTF-8 nor UTF-16. */
export const textEncodings = [
  'utf-8',
  'utf-16',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
  'ibm866',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'shift_jis',
  'euc-jp',
  'euc-kr',
] as const
export type TextEncoding = (typeof textEncodings)[number]

export const importLayouts = [
  'products',
  'shopify_products',
  'shopify_inventory',
  'sales_rows',
  'sales_days',
  'shopify_orders',
] as const
export type ImportLayout = (typeof importLayouts)[number]

/** Maximum number of faults stored for one import; further ones are only counted. */
export const IMPORT_FAULTS_KEPT = 1000
export const IMPORT_PREVIEW_ROWS = 20
/** Maximum number of rows in one call of the import API. */
export const IMPORT_CALL_ROWS = 5000
/** Sales older than this many years are refused. */
export const IMPORT_YEARS = 10

/** The sheet of a workbook that was read, if the workbook has others. */
export const sheetChoiceSchema = z.object({ name: z.string(), others: z.array(z.string()) })
export type SheetChoice = z.infer<typeof sheetChoiceSchema>

const columnFields = {
  header: z.string(),
  /** One of `importFields`; null for a column that is not read by its name. */
  field: z.string().nullable(),
  /** Up to three of its values. */
  values: z.array(z.string()),
  /** The field that both this column and another one could be, so that neither is read. */
  mayBe: z.string().optional(),
}
/** A column of a file, and what it was recognised as. */
export const fileColumnSchema = z.object(columnFields)
const importColumnSchema = z.object({
  ...columnFields,
  /** Whether its cells are read; also true for a column of one day or location. */
  isRead: z.boolean(),
})

export const importFaultSchema = z.object({
  /** Line number in the file, from 1. A row with quoted line breaks has the number of its first line. */
  line: z.number().int(),
  column: z.string().nullable(),
  reason: z.string(),
})
export type ImportFault = z.infer<typeof importFaultSchema>

/** The column that says why a row was left out, in a file of rows to correct. It is not read. */
export const MEND_HEAD = 'Why it was left out'

/** Rows that were left out, as they are in the file, for a file of rows to correct. */
export const leftOutSchema = z.object({
  heads: z.array(z.string()),
  rows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()), reason: z.string() })),
})
export type LeftOut = z.infer<typeof leftOutSchema>
/** Maximum number of characters of rows that are kept for a file of rows to correct. */
export const LEFT_OUT_CHARACTERS = 100_000

export const importTotalsSchema = z.object({
  rows: z.number().int(),
  skus: z.number().int(),
  /** Numbers of new and of changed SKUs in a products file. */
  newSkus: z.number().int(),
  changedSkus: z.number().int(),
  /** SKUs of a sales file that match no product. */
  unknownSkus: z.number().int(),
  units: z.number().int(),
  /** Units in rows below zero: they were returned, and are left out. */
  returned: z.number().int().default(0),
  /** Rows at fault, which are left out. */
  rowsLeftOut: z.number().int().default(0),
  days: z.number().int(),
  firstDay: daySchema.nullable(),
  lastDay: daySchema.nullable(),
})
export type ImportTotals = z.infer<typeof importTotalsSchema>

/** One uploaded file with the status of its import. `GET /api/imports/{id}`. */
export const importSchema = z.object({
  id: z.number().int(),
  kind: z.enum(importKinds),
  status: z.enum(importStatuses),
  fileName: z.string(),
  bytes: z.number().int(),
  bytesRead: z.number().int(),
  layout: z.enum(importLayouts).nullable(),
  encoding: z.enum(textEncodings).nullable(),
  preview: z.object({
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    sheet: sheetChoiceSchema.nullable().default(null),
  }),
  /** What identifies the head of the file; null before it is read. */
  headHash: z.string().nullable().default(null),
  /** The first columns of the file. */
  columns: z.array(importColumnSchema).default([]),
  totals: importTotalsSchema,
  faults: z.array(importFaultSchema),
  faultsTotal: z.number().int(),
  /** The first rows at fault. */
  leftOut: leftOutSchema.default({ heads: [], rows: [] }),
  /** A sentence for the merchant, such as why the import failed. */
  message: z.string().nullable(),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
})
export type Import = z.infer<typeof importSchema>

/** `GET /api/imports`: the latest import; null before the first. */
export const latestImportSchema = z.object({ import: importSchema.nullable() })

export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
export const currencySchema = z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as EUR')

const shopSchema = z.object({
  /** Time zone of the shop, for merchants without a connected store. */
  timeZone: timeZoneSchema.optional(),
  currency: currencySchema.optional(),
})

/** `POST /api/imports`: the file is the body. */
export const importQuerySchema = shopSchema.extend({
  kind: z.enum(importKinds),
  fileName: z.string().trim().max(255).default(''),
})
export type ImportQuery = z.input<typeof importQuerySchema>

const callSchema = shopSchema.extend({
  /** True for sample data: it may be replaced, and the shop is in demo mode. */
  isSample: z.boolean().optional(),
})

const cell = z.union([z.string(), z.number()])
const itemSchema = z.object({
  sku: cell,
  product: cell.optional(),
  variant: cell.optional(),
  vendor: cell.optional(),
  price: cell.optional(),
  stock: cell.optional(),
  incoming: cell.optional(),
  location: cell.optional(),
  tracked: z.union([z.boolean(), cell]).optional(),
})

/** `PUT /api/inventory`: fields left out of an item keep their values. */
export const saveInventorySchema = callSchema.extend({
  items: z.array(itemSchema).min(1).max(IMPORT_CALL_ROWS),
})
export type SaveInventory = z.infer<typeof saveInventorySchema>
export const savedInventorySchema = z.object({
  skus: z.number().int(),
  newSkus: z.number().int(),
  changedSkus: z.number().int(),
})

/** `PUT /api/sales`: the units of a SKU and day replace those imported earlier. */
export const saveSalesSchema = callSchema.extend({
  rows: z
    .array(z.object({ sku: cell, day: z.string(), units: cell }))
    .min(1)
    .max(IMPORT_CALL_ROWS),
})
export type SaveSales = z.infer<typeof saveSalesSchema>
export const savedSalesSchema = z.object({
  skus: z.number().int(),
  unknownSkus: z.number().int(),
  units: z.number().int(),
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
