import { z } from 'zod'
import { daySchema, instantSchema } from './calendar.ts'
import { MAX_COVER_DAYS } from './constants.ts'
import { currencySchema, IMPORT_CALL_ROWS } from './imports.ts'
import { leadTimeSources } from './lead-time-sources.ts'
import { amountMinorSchema, unitCostMinorSchema } from './money.ts'
import { pageFields, pageQuery } from './pages.ts'
import { groupFilters } from './product-groups.ts'

/** Longest lead time of a supplier, in days. */
export const SUPPLIER_LEAD_TIME_MAX_DAYS = 365
export const MAX_SHUTDOWNS = 50
/** Maximum number of a supplier's addresses that orders may go to. */
export const MAX_SUPPLIER_EMAILS = 10
export const MAX_PRICE_BREAKS = 20
const MAX_UNITS = 1_000_000

const id = z.int().min(1)
const units = z.int('Give whole units.').min(1, 'At least 1 unit.').max(MAX_UNITS, 'At most 1 million units.')
const leadTimeDays = z
  .int('Give whole days.')
  .min(1, 'At least 1 day.')
  .max(SUPPLIER_LEAD_TIME_MAX_DAYS, `At most ${SUPPLIER_LEAD_TIME_MAX_DAYS} days.`)

/** The days on which a merchant orders from a supplier. Weekday 1 is Monday. */
export const reviewSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('any_day') }),
  z.object({ kind: z.literal('weekdays'), weekdays: z.array(z.int().min(1).max(7)).min(1).max(7) }),
  z.object({ kind: z.literal('weeks'), weeks: z.int().min(1).max(52), from: daySchema }),
])
export type Review = z.infer<typeof reviewSchema>

/** The minimum that a supplier delivers in one order. A value is in minor units of the supplier's currency. */
export const supplierMinimumSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('value'), amountMinor: amountMinorSchema.min(1) }),
  z.object({ kind: z.literal('units'), units }),
])
export type SupplierMinimum = z.infer<typeof supplierMinimumSchema>

/** Days, both inclusive, on which a supplier is closed. */
export const shutdownSchema = z.object({ from: daySchema, to: daySchema })
export type Shutdown = z.infer<typeof shutdownSchema>

const emailSchema = z.email('Please enter a valid email address.').max(320)

/** The languages that orders are written in; suppliers with another language get orders in English. */
export const orderLanguages = ['en', 'de', 'es', 'fr', 'it'] as const
export type OrderLanguage = (typeof orderLanguages)[number]

/** `POST /api/suppliers` and `PUT /api/suppliers/{id}`. */
export const supplierRequestSchema = z.object({
  name: z.string().trim().min(1, 'Give the supplier a name.').max(200, 'At most 200 characters.'),
  /** Where orders go unless another address is chosen. */
  email: emailSchema.nullable().default(null),
  /** More addresses that orders may go to; absent: as they are. */
  otherEmails: z
    .array(emailSchema)
    .max(MAX_SUPPLIER_EMAILS - 1, `At most ${MAX_SUPPLIER_EMAILS} addresses.`)
    .optional(),
  /** The person at the supplier, and its address, for the order; absent: as they are. */
  contactName: z.string().trim().max(200, 'At most 200 characters.').optional(),
  address: z.string().trim().max(1000, 'At most 1,000 characters.').optional(),
  /** The language of orders to them; see `orderLanguages`. */
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'must be a language such as en')
    .default('en'),
  /** Absent: the shop's currency. */
  currency: currencySchema.optional(),
  statedLeadTimeDays: leadTimeDays.nullable().default(null),
  /** The longest lead time to expect, which counts as the one that 9 of 10 orders do not exceed. */
  worstLeadTimeDays: leadTimeDays.nullable().default(null),
  review: reviewSchema.default({ kind: 'any_day' }),
  minimum: supplierMinimumSchema.default({ kind: 'none' }),
  shutdowns: z.array(shutdownSchema).max(MAX_SHUTDOWNS).default([]),
  /** Minimum days that an order lasts; null: the shop's days, or until the next order day. Absent: as they are. */
  coverDays: z
    .int('Give whole days.')
    .min(1, 'At least 1 day.')
    .max(MAX_COVER_DAYS, `At most ${MAX_COVER_DAYS} days.`)
    .nullable()
    .optional(),
  /** Whether rejected units are expected again, unless a receipt says otherwise. */
  replacesRejected: z.boolean().default(false),
})
export type SupplierRequest = z.input<typeof supplierRequestSchema>

/** Finished orders from which a lead time is learned. */
export const LEARNED_FROM_ORDERS = 3

/**
 * A lead time with its spread. `p10` to `p90` are equal to `days` where there is no spread. Below `LEARNED_FROM_ORDERS`
 * orders `learned` says how many there are, and the spread is not used.
 */
export const leadTimeSchema = z.object({
  days: z.int(),
  p10: z.int(),
  p90: z.int(),
  source: z.enum(leadTimeSources),
  learned: z.object({
    orders: z.int(),
    /** What the finished orders took; null without any. */
    shortestDays: z.int().nullable(),
    longestDays: z.int().nullable(),
    p10: z.int().nullable(),
    p50: z.int().nullable(),
    p90: z.int().nullable(),
  }),
  statedDays: z.int().nullable(),
})
export type LeadTime = z.infer<typeof leadTimeSchema>

/**
 * Figures of the last 365 days. Each ratio is null below `LEARNED_FROM_ORDERS` orders, or where nothing was due.
 */
export const supplierScoreSchema = z.object({
  /** Those that are finished or late, in part at least. */
  orders: z.int(),
  /** Units accepted by the expected day ÷ units due. What was never received counts as late. */
  onTimeRatio: z.number().nullable(),
  /** Units accepted ÷ units confirmed, or ordered where nothing was confirmed. */
  fillRatio: z.number().nullable(),
  /** Units rejected ÷ units received. */
  rejectedRatio: z.number().nullable(),
  leadTimeMedianDays: z.int().nullable(),
  leadTimeP90Days: z.int().nullable(),
  /**
   * Value of the units that are late now, in the orders that the list of orders shows as late; in the supplier's currency, null
   * if a cost is unknown.
   */
  lateValueMinor: amountMinorSchema.nullable(),
  lateUnits: z.int(),
})
export type SupplierScore = z.infer<typeof supplierScoreSchema>

export const supplierSchema = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  otherEmails: z.array(z.string()),
  contactName: z.string(),
  address: z.string(),
  language: z.string(),
  currency: z.string(),
  statedLeadTimeDays: z.int().nullable(),
  worstLeadTimeDays: z.int().nullable(),
  review: reviewSchema,
  coverDays: z.int().nullable(),
  minimum: supplierMinimumSchema,
  shutdowns: z.array(shutdownSchema),
  replacesRejected: z.boolean(),
  archivedAt: instantSchema.nullable(),
  createdAt: instantSchema,
})
export type Supplier = z.infer<typeof supplierSchema>

/** `GET /api/suppliers`. */
export const supplierQuerySchema = z.object({
  search: z.string().trim().max(200).default(''),
  status: z.enum(['active', 'archived', 'all']).default('active'),
  ...pageQuery(100),
})
export type SupplierQuery = z.input<typeof supplierQuerySchema>

export const supplierRowSchema = supplierSchema.extend({
  items: z.int(),
  openOrders: z.int(),
  lateOrders: z.int(),
  /** Received or closed. */
  finishedOrders: z.int(),
  leadTime: leadTimeSchema,
  score: supplierScoreSchema,
})
export type SupplierRow = z.infer<typeof supplierRowSchema>

export const supplierListSchema = z.object({
  rows: z.array(supplierRowSchema),
  ...pageFields,
})
export type SupplierList = z.infer<typeof supplierListSchema>

/** `GET /api/suppliers/{id}`. */
export const supplierDetailSchema = z.object({
  supplier: supplierRowSchema,
  /** Those of its addresses whose owners stopped orders by email. */
  stoppedEmails: z.array(z.string()),
  /** The finished orders from which the lead time is learned, newest first. */
  leadTimes: z.array(
    z.object({ orderId: id, number: z.string(), orderedOn: daySchema, arrivedOn: daySchema, days: z.int() }),
  ),
})
export type SupplierDetail = z.infer<typeof supplierDetailSchema>

/** Maximum number of vendors that one call turns into suppliers. */
export const MAX_VENDORS = 500

/** `GET /api/suppliers/vendors`: vendors that the store names, with products that no supplier sells yet; most products first. */
export const vendorListSchema = z.object({
  vendors: z.array(
    z.object({
      name: z.string(),
      /** Variants of the vendor that no supplier sells. */
      products: z.int(),
      /** Those of them whose cost the store knows in its own currency. */
      withCost: z.int(),
      /** True if a supplier has this name already; it gets the products. */
      isSupplier: z.boolean(),
    }),
  ),
  /** Variants without a supplier whose vendor the store does not name. */
  withoutVendor: z.int(),
  /** The lead time of the settings, which counts until a supplier has one. */
  defaultLeadTimeDays: z.int(),
})
export type VendorList = z.infer<typeof vendorListSchema>

/** `POST /api/suppliers/vendors`: makes a supplier of each vendor. */
export const adoptVendorsSchema = z.object({
  vendors: z
    .array(
      z.object({
        name: z.string().trim().min(1, 'Give the vendor’s name.').max(200, 'At most 200 characters.'),
        /** Of a new supplier; null: the default of the settings. */
        leadTimeDays: leadTimeDays.nullable().default(null),
      }),
    )
    .min(1, 'Choose a vendor.')
    .max(MAX_VENDORS, `At most ${MAX_VENDORS} vendors at once.`),
})
export type AdoptVendors = z.input<typeof adoptVendorsSchema>

/** New suppliers, and products that have a supplier now. */
export const adoptedVendorsSchema = z.object({ suppliers: z.int(), products: z.int() })
export type AdoptedVendors = z.infer<typeof adoptedVendorsSchema>

export const priceBreakSchema = z.object({ fromUnits: units, unitCostMinor: unitCostMinorSchema })
export type PriceBreak = z.infer<typeof priceBreakSchema>

/** What a supplier sells. Amounts are in the supplier's currency. */
export const supplierVariantSchema = z.object({
  supplierId: id,
  variantId: z.int(),
  supplierSku: z.string().nullable(),
  unitCostMinor: amountMinorSchema.nullable(),
  packSize: z.int(),
  minimumUnits: z.int().nullable(),
  maximumUnits: z.int().nullable(),
  priceBreaks: z.array(priceBreakSchema),
  leadTimeDays: z.int().nullable(),
  /** 1 is the preferred supplier of the product. */
  rank: z.int(),
})
export type SupplierVariant = z.infer<typeof supplierVariantSchema>

/** `GET /api/supplier-variants`. */
export const supplierVariantQuerySchema = z.object({
  supplierId: z.coerce.number().int().min(1).optional(),
  variantId: z.coerce.number().int().optional(),
  search: z.string().trim().max(200).default(''),
  ...groupFilters,
  ...pageQuery(100),
})
export type SupplierVariantQuery = z.input<typeof supplierVariantQuerySchema>

export const supplierVariantRowSchema = supplierVariantSchema.extend({
  title: z.string(),
  sku: z.string().nullable(),
  supplierName: z.string(),
  currency: z.string(),
  /** The cost that the store knows, which orders take where the supplier's is unknown; null if that is known. */
  storeCostMinor: amountMinorSchema.nullable(),
})
export type SupplierVariantRow = z.infer<typeof supplierVariantRowSchema>

export const supplierVariantListSchema = z.object({
  rows: z.array(supplierVariantRowSchema),
  ...pageFields,
})
export type SupplierVariantList = z.infer<typeof supplierVariantListSchema>

/** `PUT /api/supplier-variants`: fields left out of a row keep their values; `remove` deletes the row. */
export const saveSupplierVariantsSchema = z.object({
  rows: z
    .array(
      z.object({
        supplierId: id,
        variantId: z.int(),
        supplierSku: z.string().trim().max(200).nullable().optional(),
        unitCostMinor: unitCostMinorSchema.nullable().optional(),
        packSize: units.optional(),
        minimumUnits: units.nullable().optional(),
        maximumUnits: units.nullable().optional(),
        priceBreaks: z.array(priceBreakSchema).max(MAX_PRICE_BREAKS).optional(),
        leadTimeDays: leadTimeDays.nullable().optional(),
        rank: z.int().min(1).max(100).optional(),
        remove: z.literal(true).optional(),
      }),
    )
    .min(1)
    .max(IMPORT_CALL_ROWS),
})
export type SaveSupplierVariants = z.infer<typeof saveSupplierVariantsSchema>

export const savedSupplierVariantsSchema = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
})
export type SavedSupplierVariants = z.infer<typeof savedSupplierVariantsSchema>
