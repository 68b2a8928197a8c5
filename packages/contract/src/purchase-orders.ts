import { z } from 'zod'
import { daySchema, instantSchema } from './calendar.ts'
import { currencySchema } from './imports.ts'
import { amountMinorSchema } from './money.ts'

export const purchaseOrderStatuses = [
  'draft',
  'ordered',
  'partly_received',
  'received',
  'closed',
  'cancelled',
] as const
export type PurchaseOrderStatus = (typeof purchaseOrderStatuses)[number]
/** The only states whose remaining units count as incoming. */
export const incomingStatuses = ['ordered', 'partly_received'] as const

export const purchaseOrderSources = ['own', 'shopify', 'import'] as const
export const costSharings = ['value', 'units', 'none'] as const

export const MAX_ORDER_LINES = 1000
const MAX_UNITS = 1_000_000

const id = z.int().min(1)
const units = z.int('Give whole units.').min(1, 'At least 1 unit.').max(MAX_UNITS, 'At most 1 million units.')
const count = z
  .int('Give whole units.')
  .min(0, 'At least 0 units.')
  .max(MAX_UNITS, 'At most 1 million units.')
const version = z.int().min(1)
const key = z.string().trim().min(8).max(100)

/** Returns the number of an order as people read it: `PO-0007`. */
export function purchaseOrderNumber(number: number): string {
  return `PO-${String(number).padStart(4, '0')}`
}

/** A line as it is entered. Without `id` it is a new line; lines that are left out are removed. */
const lineRequestSchema = z.object({
  id: id.optional(),
  variantId: z.int(),
  units,
  /** In minor units of the order's currency; absent: the supplier's price for so many units. */
  unitCostMinor: amountMinorSchema.nullable().optional(),
  confirmedUnits: count.nullable().optional(),
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
  supplierId: id,
  currency: currencySchema.optional(),
  ...orderFields,
  lines: z.array(lineRequestSchema).max(MAX_ORDER_LINES).default([]),
})
export type CreatePurchaseOrder = z.input<typeof createPurchaseOrderSchema>

/**
 * `PUT /api/purchase-orders/{id}`: fields left out keep their values; `lines`, if given, are all lines. An order that was
 * changed since `version` is a conflict. An ordered line may not fall below what was received of it.
 */
export const savePurchaseOrderSchema = z.object({
  version,
  supplierId: id.optional(),
  ...orderFields,
  /** True where the supplier confirmed the day. */
  isConfirmed: z.boolean().optional(),
  /** Units of the shop's currency for one of the order's. */
  fxRate: z.number().min(0.000_001).max(1_000_000).nullable().optional(),
  lines: z.array(lineRequestSchema).max(MAX_ORDER_LINES).optional(),
})
export type SavePurchaseOrder = z.input<typeof savePurchaseOrderSchema>

/** `POST …/close`, `…/cancel` and `…/reopen`. */
export const orderVersionSchema = z.object({ version })

/** `DELETE /api/purchase-orders/{id}`. Absent: whatever the version. */
export const deleteOrderQuerySchema = z.object({ version: z.coerce.number().int().min(1).optional() })

/** `POST …/order`: marks a draft as ordered. */
export const markOrderedSchema = z.object({
  version,
  /** Today at the latest, in the shop's calendar; absent: today. */
  orderedOn: daySchema.optional(),
  /** Absent: after the lead time. */
  expectedOn: daySchema.optional(),
  /** Units of the shop's currency for one of the order's; absent: 1 if they are the same, otherwise as it was. */
  fxRate: z.number().min(0.000_001).max(1_000_000).optional(),
})
export type MarkOrdered = z.infer<typeof markOrderedSchema>

/** `GET …/send`: the mail as it would be sent, for a preview. */
export const orderMailSchema = z.object({
  to: z.string().nullable(),
  replyTo: z.string(),
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ fileName: z.string(), contentType: z.string() })),
  /** Why it cannot be sent; null if it can. */
  obstacle: z.enum(['no_address', 'demo', 'no_lines', 'wrong_state']).nullable(),
})
export type OrderMail = z.infer<typeof orderMailSchema>

/** `POST …/send`. The same `key` in the same version is one mail, however often it is asked for. */
export const sendOrderSchema = z.object({
  version,
  key,
  /** Absent: the supplier's address. */
  to: z.email('Please enter a valid email address.').max(320).optional(),
  subject: z.string().trim().min(1).max(200).optional(),
  text: z.string().trim().min(1).max(10_000).optional(),
  /** Also marks a draft as ordered. */
  markOrdered: z.boolean().default(false),
})
export type SendOrder = z.input<typeof sendOrderSchema>

/** `POST …/receive`. The same `key` is one receipt, however often it is sent. */
export const receiveOrderSchema = z.object({
  key,
  /** From the day of the order to today; absent: today. */
  receivedOn: daySchema.optional(),
  note: z.string().max(500).nullable().optional(),
  lines: z
    .array(
      z.object({
        lineId: id,
        accepted: count,
        rejected: count.default(0),
        /** Whether the supplier sends the rejected units again; absent: as noted at the supplier. */
        isReplaced: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(MAX_ORDER_LINES),
})
export type ReceiveOrder = z.input<typeof receiveOrderSchema>

/** `POST /api/purchase-orders/{id}/receipts/{receiptId}/undo`: adds a receipt with the opposite units. */
export const undoReceiptSchema = z.object({ key })

/**
 * One line of an order. `POST …/lines/{lineId}/unmatch` counts its `seenInStore` units as incoming again.
 */
export const purchaseOrderLineSchema = z.object({
  id,
  variantId: z.int(),
  /** False once the product is gone from the store. */
  isKnown: z.boolean(),
  title: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  supplierSku: z.string().nullable(),
  packSize: z.int(),
  unitCostMinor: amountMinorSchema.nullable(),
  ordered: z.int(),
  confirmed: z.int().nullable(),
  /** Accepted units. */
  received: z.int(),
  rejected: z.int(),
  replaced: z.int(),
  cancelled: z.int(),
  remaining: z.int(),
  /** Of the remaining units, those that the store's stock or transfers already count: "18 came in. Of PO-0007?" */
  seenInStore: z.int(),
  expectedOn: daySchema.nullable(),
  /** Units × cost; null without a cost. */
  costMinor: amountMinorSchema.nullable(),
  /** The line's share of freight, duty and other costs. */
  sharedCostMinor: amountMinorSchema,
})
export type PurchaseOrderLine = z.infer<typeof purchaseOrderLineSchema>

export const receiptSchema = z.object({
  id,
  receivedOn: daySchema,
  recordedAt: instantSchema,
  recordedBy: z.string().nullable(),
  note: z.string().nullable(),
  /** The receipt that this one undoes. */
  reverses: id.nullable(),
  isReversed: z.boolean(),
  lines: z.array(z.object({ lineId: id, accepted: z.int(), rejected: z.int(), replaced: z.int() })),
})
export type Receipt = z.infer<typeof receiptSchema>

export const orderMailStatuses = ['waiting', 'sent', 'failed', 'uncertain'] as const
export const sentOrderMailSchema = z.object({
  id,
  recipient: z.string(),
  askedAt: instantSchema,
  /** `uncertain`: the server stopped while it was sending, and the mail may have gone; it is not sent again. */
  status: z.enum(orderMailStatuses),
  statusAt: instantSchema,
})
export type SentOrderMail = z.infer<typeof sentOrderMailSchema>

/** One row of the list of orders. */
export const purchaseOrderRowSchema = z.object({
  id,
  number: z.string(),
  status: z.enum(purchaseOrderStatuses),
  supplierId: id.nullable(),
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
  /** Units × cost over all lines with freight, duty and other costs; null where no line has a cost. */
  totalMinor: amountMinorSchema.nullable(),
  /** Lines without a cost, which the total leaves out. */
  linesWithoutCost: z.int(),
  /** The state of the last mail to the supplier; null if none was sent. */
  mailStatus: z.enum(orderMailStatuses).nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version,
})
export type PurchaseOrderRow = z.infer<typeof purchaseOrderRowSchema>

/** `GET /api/purchase-orders/{id}`. */
export const purchaseOrderSchema = purchaseOrderRowSchema.extend({
  lines: z.array(purchaseOrderLineSchema),
  supplierEmail: z.string().nullable(),
  locationId: z.int().nullable(),
  locationName: z.string().nullable(),
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

/** `POST …/receive`: the order after it. `surplus` are lines of which more came than was ordered. */
export const receivedOrderSchema = z.object({
  order: purchaseOrderSchema,
  receiptId: id,
  surplus: z.array(z.object({ lineId: id, units: z.int() })),
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
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
})
export type PurchaseOrderQuery = z.input<typeof purchaseOrderQuerySchema>

export const purchaseOrderListSchema = z.object({
  rows: z.array(purchaseOrderRowSchema),
  total: z.int(),
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
  page: z.int(),
  pageSize: z.int(),
  today: daySchema,
})
export type PurchaseOrderList = z.infer<typeof purchaseOrderListSchema>
