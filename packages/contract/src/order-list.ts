import { z } from 'zod'
import { toMakeSchema } from './bundles.ts'
import { daySchema, instantSchema } from './calendar.ts'
import { IMPORT_CALL_ROWS } from './imports.ts'
import { amountMinorSchema, MAX_AMOUNT_MINOR, unitCostMinorSchema } from './money.ts'
import { pageFields, pageQuery } from './pages.ts'
import { abcClasses, groupFilters, xyzClasses } from './product-groups.ts'
import { arrivalSchema, excessKinds, openDraftSchema } from './product-rows.ts'
import { leadTimeSchema } from './suppliers.ts'

export const dueStates = ['due', 'soon', 'not_yet'] as const
export type DueState = (typeof dueStates)[number]

export const orderListSorts = ['orderBy', 'value', 'valuePerCost', 'cost', 'title', 'daysLeft'] as const

const locationIdSchema = z.coerce.number().int().optional()

/** `GET /api/order-list`. */
export const orderListQuerySchema = z.object({
  /** The budget, in minor units of the shop's currency; absent: no limit. */
  budget: z.coerce.number().int().min(0).max(MAX_AMOUNT_MINOR).optional(),
  location: locationIdSchema,
  search: z.string().trim().max(200).default(''),
  /** Absent: all of them. */
  due: z.enum(dueStates).optional(),
  ...groupFilters,
  sort: z.enum(orderListSorts).default('orderBy'),
  order: z.enum(['asc', 'desc']).default('asc'),
  ...pageQuery(200),
})
export type OrderListQuery = z.input<typeof orderListQuerySchema>

const n = z.number()

/** Why a quantity is what it is, in the order of the calculation. Each code has its numbers. */
export const orderReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('not_due'), orderBy: daySchema.nullable() }),
  /**
   * units = max(0, orderUpTo − stock − notInStore − incoming): the level to fill to, the stock, the received units that the
   * store does not show yet (plans of an earlier version have none), and the part of `onTheWay` that comes in time and
   * surely enough to make this order smaller.
   */
  z.object({
    code: z.literal('need'),
    orderUpTo: n,
    stock: n,
    notInStore: n.optional(),
    incoming: n,
    onTheWay: n,
    units: n,
  }),
  /** The day is null if any day is an order day. */
  z.object({ code: z.literal('review_period'), days: n, nextOrderDay: daySchema.nullable() }),
  z.object({ code: z.literal('service_level'), level: n }),
  z.object({ code: z.literal('safety_stock'), units: n }),
  z.object({ code: z.literal('lead_time_spread'), p10: n, p90: n, extraUnits: n }),
  z.object({ code: z.literal('shutdown'), from: daySchema, to: daySchema }),
  z.object({ code: z.literal('minimum'), units: n }),
  z.object({ code: z.literal('pack'), packSize: n, packs: n }),
  z.object({ code: z.literal('maximum'), units: n }),
  z.object({ code: z.literal('minimum_above_maximum'), minimum: n, maximum: n }),
  z.object({ code: z.literal('price_break'), fromUnits: n, unitCostMinor: n, savedMinor: n }),
  z.object({ code: z.literal('supplier_minimum'), addedUnits: n }),
  /**
   * The least that could be ordered, `leastUnits` for `leastCostMinor` of the shop's currency, may cost more than the whole
   * budget, or more than it is expected to earn; otherwise other products earn more for the same money.
   */
  z.object({
    code: z.literal('budget'),
    cutUnits: n,
    because: z.enum(['above_budget', 'no_profit', 'others_earn_more']),
    leastUnits: n,
    leastCostMinor: n,
  }),
  z.object({ code: z.literal('supplier_chosen'), alternatives: n, gainMinor: n.nullable() }),
  z.object({ code: z.literal('no_supplier') }),
  /** Its first supplier was just added; the next refresh works out the quantity. */
  z.object({ code: z.literal('being_planned') }),
  z.object({ code: z.literal('no_cost') }),
  z.object({ code: z.literal('median_margin'), marginRatio: n }),
  /** The part of the shop's order that the location of the list needs. */
  z.object({ code: z.literal('part_of_shop'), shopUnits: n, units: n }),
  /** `missingUnits` are needed beyond those in the draft. */
  z.object({ code: z.literal('in_draft'), number: z.string(), units: n, missingUnits: n }),
])
export type OrderReason = z.infer<typeof orderReasonSchema>

/** Days until stockout: the range that 8 of 10 futures keep, and the middle one; null is after the horizon. */
const coverageSchema = z.object({
  low: z.int().nullable(),
  middle: z.int().nullable(),
  high: z.int().nullable(),
  /** Twenty equally likely days until the next stockout, as on the dashboard. */
  futures: z.array(z.number().nullable()),
})

export const orderListRowSchema = z.object({
  variantId: z.int(),
  productId: z.int(),
  /** Product and variant title combined, for display. */
  title: z.string(),
  sku: z.string().nullable(),
  vendor: z.string().nullable(),
  abc: z.enum(abcClasses).nullable(),
  xyz: z.enum(xyzClasses).nullable(),
  available: z.int(),
  /** Units on the way, from orders and from the store, each counted once. */
  incoming: z.int(),
  /** Received units that the store does not show yet: neither in stock nor on the way. */
  notInStore: z.int(),
  /** The units on the way that have a date, the earliest first. */
  arrivals: z.array(arrivalSchema),
  averageDailyDemand: z.number(),
  daysLeft: z.int().nullable(),
  /** From 0 to 1. */
  stockoutProbability: z.number().nullable(),
  orderBy: daySchema.nullable(),
  due: z.enum(dueStates),
  supplier: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Other suppliers of the product, with what this order would cost there. */
  alternatives: z.array(
    z.object({ id: z.int(), name: z.string(), units: z.int(), costMinor: amountMinorSchema.nullable() }),
  ),
  leadTime: leadTimeSchema,
  packSize: z.int(),
  minimumUnits: z.int().nullable(),
  maximumUnits: z.int().nullable(),
  quantity: z.int(),
  packs: z.int(),
  /** What is needed before packs, minimum and maximum. */
  need: z.int(),
  /** Currency of `unitCostMinor` and `costMinor`: the supplier's, otherwise the shop's. */
  currency: z.string(),
  unitCostMinor: amountMinorSchema.nullable(),
  costMinor: amountMinorSchema.nullable(),
  /** What other quantities cost: `baseCostMinor` a unit, and less from each break on, in ascending order. */
  baseCostMinor: amountMinorSchema.nullable(),
  priceBreaks: z.array(z.object({ fromUnits: n, unitCostMinor: amountMinorSchema })),
  /** The cost of the order in the shop's currency; null without a cost or a rate. */
  shopCostMinor: amountMinorSchema.nullable(),
  /** Expected gain of ordering `quantity` instead of nothing, in the shop's currency; null without price and cost. */
  valueMinor: z.int().nullable(),
  /** True if the shop's median margin stands for an unknown price. */
  hasAssumedMargin: z.boolean(),
  coverageBefore: coverageSchema,
  /** With the quantity of this row: the next stockout after it has arrived, also where stock runs out before. */
  coverageAfter: coverageSchema,
  why: z.array(orderReasonSchema),
  /** The open draft that has this product; the row's `quantity` is then 0. */
  inDraft: openDraftSchema.nullable(),
})
export type OrderListRow = z.infer<typeof orderListRowSchema>

/** The rows of one supplier in sum, compared with the supplier's minimum. */
export const supplierSubtotalSchema = z.object({
  supplierId: z.int().nullable(),
  name: z.string().nullable(),
  currency: z.string(),
  rows: z.int(),
  units: z.int(),
  costMinor: amountMinorSchema,
  rowsWithoutCost: z.int(),
  /** The minimum that the supplier delivers in one order, an amount or units; null without one. */
  minimum: z.object({ amountMinor: amountMinorSchema.nullable(), units: z.int().nullable() }).nullable(),
  /** What is missing to reach the minimum; null if nothing is. */
  below: z
    .object({
      amountMinor: amountMinorSchema.nullable(),
      units: z.int().nullable(),
      /** The next day on which to order instead, and the probability that a product of the list runs out because of the wait. */
      waitUntil: daySchema.nullable(),
      waitStockoutProbability: z.number().nullable(),
    })
    .nullable(),
})
export type SupplierSubtotal = z.infer<typeof supplierSubtotalSchema>

export const orderListSchema = z.object({
  rows: z.array(orderListRowSchema),
  ...pageFields,
  counts: z.object({ due: z.int(), soon: z.int(), not_yet: z.int() }),
  /**
   * Whose quantities these are: the chosen `location`'s; the whole `shop`'s, if no location is chosen or sales by location are
   * unknown; or the whole shop's at a `warehouse`, which keeps stock for the other locations.
   */
  quantitiesFor: z.enum(['shop', 'location', 'warehouse']),
  /** Over all rows, not only those of the page; in the shop's currency. */
  totals: z.object({
    rows: z.int(),
    units: z.int(),
    costMinor: amountMinorSchema,
    valueMinor: z.int(),
    rowsWithoutCost: z.int(),
    budgetMinor: amountMinorSchema.nullable(),
    /** Rows that the budget left out or reduced. */
    rowsCut: z.int(),
  }),
  suppliers: z.array(supplierSubtotalSchema),
  /** Assemblies that are due, the earliest first: they are made, and not ordered. */
  toMake: z.array(toMakeSchema),
  currency: z.string(),
  today: daySchema,
  stockAsOf: instantSchema.nullable(),
  forecastAsOf: instantSchema.nullable(),
})
export type OrderList = z.infer<typeof orderListSchema>

/**
 * `POST /api/order-list/drafts`: one draft for each supplier, currency and destination. Products in an open draft are left
 * out, so the same request again creates nothing.
 */
export const createDraftsSchema = z.object({
  locationId: z.int().nullable().default(null),
  lines: z
    .array(
      z.object({
        variantId: z.int(),
        supplierId: z.int().min(1),
        units: z.int().min(1).max(1_000_000),
        /** Absent: the supplier's price for this many units. */
        unitCostMinor: unitCostMinorSchema.nullable().optional(),
      }),
    )
    .min(1)
    .max(IMPORT_CALL_ROWS),
})
export type CreateDrafts = z.input<typeof createDraftsSchema>

export const createdDraftsSchema = z.object({
  orders: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      supplierName: z.string(),
      lines: z.int(),
      units: z.int(),
      totalMinor: amountMinorSchema.nullable(),
      currency: z.string(),
    }),
  ),
  /** Lines that are left out, each with the reason. */
  leftOut: z.array(
    z.object({
      variantId: z.int(),
      reason: z.enum(['in_draft', 'supplier_archived', 'unknown_supplier', 'unknown_product']),
      number: z.string().nullable(),
    }),
  ),
})
export type CreatedDrafts = z.infer<typeof createdDraftsSchema>

/** `GET /api/excess-stock`: stock beyond demand, or without sales. */
export const excessQuerySchema = z.object({
  kind: z.enum(['all', ...excessKinds]).default('all'),
  search: z.string().trim().max(200).default(''),
  ...groupFilters,
  sort: z.enum(['value', 'units', 'title', 'daysOfCover']).default('value'),
  order: z.enum(['asc', 'desc']).default('desc'),
  ...pageQuery(100),
})
export type ExcessQuery = z.input<typeof excessQuerySchema>

export const excessRowSchema = z.object({
  variantId: z.int(),
  title: z.string(),
  sku: z.string().nullable(),
  kind: z.enum(excessKinds),
  abc: z.enum(abcClasses).nullable(),
  xyz: z.enum(xyzClasses).nullable(),
  available: z.int(),
  /** Units beyond the 95% quantile of demand over lead time, review period and 90 days; all units if the stock is dead. */
  excessUnits: z.int(),
  /** At most 999, which stands for that and more; null without demand. */
  daysOfCover: z.number().nullable(),
  /** True for dead stock whose history is less than a year, which shows no season. */
  isHistoryShort: z.boolean(),
  /** The last day with a sale; null if none is known. */
  lastSoldOn: daySchema.nullable(),
  /** With the unit's share of freight, duty and other costs, in the shop's currency. */
  unitCostMinor: amountMinorSchema.nullable(),
  /** Excess units at that cost; null without a cost. */
  excessValueMinor: amountMinorSchema.nullable(),
})
export type ExcessRow = z.infer<typeof excessRowSchema>

export const excessListSchema = z.object({
  rows: z.array(excessRowSchema),
  ...pageFields,
  counts: z.object({ overstock: z.int(), dead: z.int() }),
  totals: z.object({
    overstockMinor: amountMinorSchema,
    deadMinor: amountMinorSchema,
    rowsWithoutCost: z.int(),
    /** The whole stock at cost. */
    inventoryMinor: amountMinorSchema,
  }),
  currency: z.string(),
  today: daySchema,
})
export type ExcessList = z.infer<typeof excessListSchema>
