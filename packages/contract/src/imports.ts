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

export const importLayouts = [
  'products',
  'shopify_products',
  'shopify_inventory',
  'sales_rows',
  'sales_days',
  'shopify_orders',
] as const
export type ImportLayout = (typeof importLayouts)[number]

/** Faults that are kept one by one; beyond them only their number is. */
export const IMPORT_FAULTS_KEPT = 1000
export const IMPORT_PREVIEW_ROWS = 20
/** Rows that one call of the import API may bring. */
export const IMPORT_CALL_ROWS = 5000
/** Sales from before this many years are refused. */
export const IMPORT_YEARS = 10

export const importFaultSchema = z.object({
  /** As an editor counts the lines of the file; a row with line breaks in quotes is named by its first line. */
  line: z.number().int(),
  column: z.string().nullable(),
  reason: z.string(),
})
export type ImportFault = z.infer<typeof importFaultSchema>

export const importTotalsSchema = z.object({
  rows: z.number().int(),
  skus: z.number().int(),
  /** SKUs of a products file that are new, and those whose details or stock change. */
  newSkus: z.number().int(),
  changedSkus: z.number().int(),
  /** SKUs of a sales file that no product has. */
  unknownSkus: z.number().int(),
  units: z.number().int(),
  days: z.number().int(),
  firstDay: daySchema.nullable(),
  lastDay: daySchema.nullable(),
})
export type ImportTotals = z.infer<typeof importTotalsSchema>

/** One uploaded file and what became of it. `GET /api/imports/{id}`. */
export const importSchema = z.object({
  id: z.number().int(),
  kind: z.enum(importKinds),
  status: z.enum(importStatuses),
  fileName: z.string(),
  bytes: z.number().int(),
  bytesRead: z.number().int(),
  layout: z.enum(importLayouts).nullable(),
  /** `windows-1252` where the file is no UTF-8. */
  encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']).nullable(),
  preview: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  totals: importTotalsSchema,
  faults: z.array(importFaultSchema),
  faultsTotal: z.number().int(),
  /** A sentence about what to know or do, such as why it failed. */
  message: z.string().nullable(),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
})
export type Import = z.infer<typeof importSchema>

/** `GET /api/imports`: the latest one, null before the first. */
export const latestImportSchema = z.object({ import: importSchema.nullable() })

export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
export const currencySchema = z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as EUR')

const shopSchema = z.object({
  /** Of the shop, where no Shopify store tells them. */
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
  /** The data is a sample: it may be replaced, and the shop is in demo mode. */
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

/** `PUT /api/inventory`: what is left out of an item stays as it is. */
export const saveInventorySchema = callSchema.extend({
  items: z.array(itemSchema).min(1).max(IMPORT_CALL_ROWS),
})
export type SaveInventory = z.infer<typeof saveInventorySchema>
export const savedInventorySchema = z.object({
  skus: z.number().int(),
  newSkus: z.number().int(),
  changedSkus: z.number().int(),
})

/** `PUT /api/sales`: the units of a SKU and day replace those imported before. */
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
