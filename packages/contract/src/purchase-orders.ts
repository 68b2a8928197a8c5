import { z } from 'zod'
import { daySchema, instantSchema } from './calendar.ts'
import { currencySchema } from './imports.ts'
import { amountMinorSchema, unitCostMinorSchema } from './money.ts'
import {
  countedUnitsSchema,
  idSchema,
  MAX_ORDER_LINES,
  orderedUnitsSchema,
  rowVersionSchema,
} from './order-fields.ts'
import { orderMailStatuses, sentOrderMailSchema } from './order-mails.ts'
import { receiptSchema } from './order-receipts.ts'
import { pageFields, pageQuery } from './pages.ts'
import { supplierMinimumSchema } from './suppliers.ts'

export const purchaseOrderStatuses = [
  'draft',
  'ordered',
  'partly_received',
  'received',
  'closed',
  'cancelled',
] as const
export type PurchaseOrderStatus = (typeof purchaseOrderStatuses)[number]

/** Returns whether units of an order in this state are expected. */
export function isIncoming(status: PurchaseOrderStatus): boolean {
  return status === 'ordered' || status === 'partly_received'
}

export const purchaseOrderSources = ['own', 'shopify', 'import'] as const
export const costSharings = ['value', 'units', 'none'] as const

/**
 * Returns the number under which an order was imported from another program; null if it is also our number, or the order was
 * not imported.
 */
export function getOriginalNumber({
  source,
  externalId,
  number,
}: Pick<PurchaseOrderRow, 'source' | 'externalId' | 'number'>): string | null {
  return source === 'import' && externalId !== number ? externalId : null
}

/** A line as it is entered. Without `id` it is a new line; lines that are left out are removed. */
const lineRequestSchema = z.object({
  id: idSchema.optional(),
  variantId: z.int(),
  units: orderedUnitsSchema,
  /** In minor units of the order's currency; absent: the supplier's price for this many units. */
  unitCostMinor: unitCostMinorSchema.nullable().optional(),
  confirmedUnits: countedUnitsSchema.nullable().optional(),
  expectedOn: daySchema.nullable().optional(),
})

const orderFields = {
  /** The location that receives the order. */
  locationId: z.int().nullable().optional(),
  expectedOn: daySchema.nullable().optional(),
  freightMinor: amountMinorSchema.optional(),
  dutyMinor: amountMinorSchema.optional(),
  otherMinor: amountMinorSchema.optional(),
  costSharing: z.enum(costSharings).optional(),
  /** Printed on the order. */
  note: z.string().max(2000).nullable().optional(),
}

/** `POST /api/purchase-orders`: a draft. The currency is the supplier's unless it is given. */
export const createPurchaseOrderSchema = z.object({
  supplierId: idSchema,
  currency: currencySchema.optional(),
  ...orderFields,
  lines: z.array(lineRequestSchema).max(MAX_ORDER_LINES).default([]),
})
export type CreatePurchaseOrder = z.input<typeof createPurchaseOrderSchema>

/**
 * `PUT /api/purchase-orders/{id}`: fields left out keep their values; `lines`, if given, are all lines. An order that was
 * changed since `version` is a conflict. An ordered line may not fall below its received units.
 */
export const savePurchaseOrderSchema = z.object({
  version: rowVersionSchema,
  supplierId: idSchema.optional(),
  ...orderFields,
  /** True if the supplier confirmed the day. */
  isConfirmed: z.boolean().optional(),
  /** Units of the shop's currency for one of the order's. */
  fxRate: z.number().min(0.000_001).max(1_000_000).nullable().optional(),
  lines: z.array(lineRequestSchema).max(MAX_ORDER_LINES).optional(),
})
export type SavePurchaseOrder = z.input<typeof savePurchaseOrderSchema>

/** `POST /api/purchase-orders/draft-lines`: adds a product to the newest draft of a supplier, or to a new one. */
export const draftLineRequestSchema = z.object({
  variantId: z.int(),
  supplierId: idSchema,
  units: orderedUnitsSchema,
})

export const draftLineSchema = z.object({
  orderId: idSchema,
  number: z.string(),
  lineId: idSchema,
  supplierName: z.string(),
})
export type DraftLine = z.infer<typeof draftLineSchema>

/** `POST …/close`, `…/cancel` and `…/reopen`, and the first and the last for one line. */
export const orderVersionSchema = z.object({ version: rowVersionSchema })

/** `DELETE /api/purchase-orders/{id}`. Absent: whatever the version. */
export const deleteOrderQuerySchema = z.object({ version: z.coerce.number().int().min(1).optional() })

/** `POST …/order`: marks a draft as ordered. */
export const markOrderedSchema = z.object({
  version: rowVersionSchema,
  /** Today at the latest, in the shop's calendar; absent: today. */
  orderedOn: daySchema.optional(),
  /** Absent: after the lead time. */
  expectedOn: daySchema.optional(),
  /** Units of the shop's currency for one of the order's; absent: 1 if they are the same, otherwise as it was. */
  fxRate: z.number().min(0.000_001).max(1_000_000).optional(),
})
export type MarkOrdered = z.infer<typeof markOrderedSchema>

/**
 * One line of an order. `POST …/lines/{lineId}/unmatch` counts its `seenInStore` units as incoming again.
 */
export const purchaseOrderLineSchema = z.object({
  id: idSchema,
  variantId: z.int(),
  /** False once the product is gone from the store. */
  isKnown: z.boolean(),
  title: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  supplierSku: z.string().nullable(),
  packSize: z.int(),
  unitCostMinor: amountMinorSchema.nullable(),
  /** What the store sells it for; null if that is unknown or in another currency than the order's. */
  priceMinor: amountMinorSchema.nullable(),
  ordered: z.int(),
  confirmed: z.int().nullable(),
  /** Accepted units. */
  received: z.int(),
  rejected: z.int(),
  replaced: z.int(),
  cancelled: z.int(),
  remaining: z.int(),
  /** Remaining units that the store already counts, in its stock or in transfers. */
  seenInStore: z.int(),
  /** How many of these came into its stock; the others are only on the way there. */
  cameIn: z.int(),
  expectedOn: daySchema.nullable(),
  /** Units × cost; null without a cost. */
  costMinor: amountMinorSchema.nullable(),
  /** The line's share of freight, duty and other costs. */
  sharedCostMinor: amountMinorSchema,
  /** The cost of a unit with its part of that share, rounded; null without a cost. */
  landedUnitCostMinor: amountMinorSchema.nullable(),
})
export type PurchaseOrderLine = z.infer<typeof purchaseOrderLineSchema>

/** One row of the list of orders. */
export const purchaseOrderRowSchema = z.object({
  id: idSchema,
  number: z.string(),
  status: z.enum(purchaseOrderStatuses),
  supplierId: idSchema.nullable(),
  /** Null in an order that was noted without a supplier. */
  supplierName: z.string().nullable(),
  isNoted: z.boolean(),
  source: z.enum(purchaseOrderSources),
  externalId: z.string().nullable(),
  currency: z.string(),
  orderedOn: daySchema.nullable(),
  expectedOn: daySchema.nullable(),
  isConfirmed: z.boolean(),
  isLate: z.boolean(),
  lines: z.int(),
  units: z.int(),
  remaining: z.int(),
  /** Remaining units that the store's stock or transfers already count, but no receipt does. */
  seenInStore: z.int(),
  /** Units × cost over all lines with freight, duty and other costs; null if no line has a cost. */
  totalMinor: amountMinorSchema.nullable(),
  /** Lines without a cost, which the total leaves out. */
  linesWithoutCost: z.int(),
  /** The state of the last mail to the supplier; null if none was sent. */
  mailStatus: z.enum(orderMailStatuses).nullable(),
  createdAt: instantSchema,
  /** Who created it, by address, in a shop with more than one person; null otherwise, and if nobody did. */
  createdBy: z.string().nullable(),
  updatedAt: instantSchema,
  version: rowVersionSchema,
})
export type PurchaseOrderRow = z.infer<typeof purchaseOrderRowSchema>

/** `GET /api/purchase-orders/{id}`. */
export const purchaseOrderSchema = purchaseOrderRowSchema.extend({
  /**
   * The share of what is still to come that projections count, 0–1: less with each day after the expected one, and nothing
   * after twice the expected time, until it gets another day. Null if nothing is to come.
   */
  countedShare: z.number().nullable(),
  lines: z.array(purchaseOrderLineSchema),
  /** Received units that the store's stock does not show yet, including units that no longer count. */
  notInStore: z.int(),
  supplierEmail: z.string().nullable(),
  supplierContactName: z.string(),
  supplierAddress: z.string(),
  /** Of the supplier's papers; see `orderLanguages`. */
  supplierLanguage: z.string(),
  /** The supplier's minimum; none if it is a value in another currency than the order's. */
  supplierMinimum: supplierMinimumSchema,
  locationId: z.int().nullable(),
  locationName: z.string().nullable(),
  /** Where the goods can go; empty for a store with one location. */
  locations: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Units of the shop's currency for one of the order's; null while unknown. */
  fxRate: z.number().nullable(),
  freightMinor: amountMinorSchema,
  dutyMinor: amountMinorSchema,
  otherMinor: amountMinorSchema,
  costSharing: z.enum(costSharings),
  note: z.string().nullable(),
  receipts: z.array(receiptSchema),
  mails: z.array(sentOrderMailSchema),
  /** What can be done now. */
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    order: z.boolean(),
    send: z.boolean(),
    receive: z.boolean(),
    close: z.boolean(),
    cancel: z.boolean(),
    reopen: z.boolean(),
  }),
  today: daySchema,
})
export type PurchaseOrder = z.infer<typeof purchaseOrderSchema>

/** Answer of `POST …/receive`: the order after the receipt. `surplus` lists the lines that received more units than ordered. */
export const receivedOrderSchema = z.object({
  order: purchaseOrderSchema,
  receiptId: idSchema,
  surplus: z.array(z.object({ lineId: idSchema, units: z.int() })),
})
export type ReceivedOrder = z.infer<typeof receivedOrderSchema>

/** `GET /api/purchase-orders`, newest first. */
export const purchaseOrderQuerySchema = z.object({
  search: z.string().trim().max(200).default(''),
  /** `open`: ordered and partly received. */
  status: z.enum(['all', 'open', ...purchaseOrderStatuses]).default('all'),
  supplierId: z.coerce.number().int().min(1).optional(),
  variantId: z.coerce.number().int().optional(),
  late: z.enum(['true', 'false']).optional(),
  ...pageQuery(50, 200),
})
export type PurchaseOrderQuery = z.input<typeof purchaseOrderQuerySchema>

export const purchaseOrderListSchema = z.object({
  rows: z.array(purchaseOrderRowSchema),
  ...pageFields,
  /** Totals over all orders, regardless of the search. */
  counts: z.object({
    all: z.int(),
    open: z.int(),
    late: z.int(),
    draft: z.int(),
    ordered: z.int(),
    partly_received: z.int(),
    received: z.int(),
    closed: z.int(),
    cancelled: z.int(),
  }),
  today: daySchema,
})
export type PurchaseOrderList = z.infer<typeof purchaseOrderListSchema>
