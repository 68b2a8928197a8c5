import { countryCodeSchema } from '@stockcast/contract'
import { z } from 'zod'

/** An id of Shopify; the group is its number. A level's id carries a query string after the number. */
export const GID = /^gid:\/\/shopify\/[A-Za-z]+\/(\d{1,16})(?:\?.*)?$/

/** Converts `gid://shopify/ProductVariant/123` to 123. */
export const gidSchema = z
  .string()
  .regex(GID)
  .transform((gid) => Number.parseInt(gid.split('/', 5)[4] ?? '', 10))

const instantSchema = z.string().transform((text, context) => {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) context.addIssue({ code: 'custom', message: 'not an instant' })
  return instant
})

export const pageInfoSchema = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })

export function pageSchema<T extends z.ZodType>(node: T) {
  return z.object({ nodes: z.array(node), pageInfo: pageInfoSchema })
}

export const shopInfoSchema = z.object({
  shop: z.object({
    id: gidSchema,
    name: z.string(),
    myshopifyDomain: z.string(),
    currencyCode: z.string(),
    ianaTimezone: z.string(),
    /** Used only for number formats: an invalid code must not stop anything. */
    shopAddress: z.object({ countryCodeV2: countryCodeSchema.nullable().catch(null) }),
  }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

export const locationSchema = z.object({ id: gidSchema, name: z.string(), isActive: z.boolean() })
export type LocationNode = z.infer<typeof locationSchema>

export const productSchema = z.object({
  id: gidSchema,
  title: z.string(),
  status: z.string(),
  isGiftCard: z.boolean(),
  vendor: z.string().nullable(),
  productType: z.string().nullable(),
  tags: z.array(z.string()).default([]),
  updatedAt: instantSchema,
})
export type ProductNode = z.infer<typeof productSchema>

const namedSchema = z.object({ id: gidSchema, title: z.string() })

/** `amount` is a decimal, such as "12.99". */
const moneySchema = z.object({ amount: z.string(), currencyCode: z.string() })
export type MoneyNode = z.infer<typeof moneySchema>

export const variantSchema = z.object({
  id: gidSchema,
  title: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  price: z.string().nullable(),
  position: z.number().int(),
  /** `CONTINUE`: still for sale when out of stock. */
  inventoryPolicy: z.enum(['DENY', 'CONTINUE']),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  product: z.object({ id: gidSchema, title: z.string() }),
  inventoryItem: z.object({ id: gidSchema, tracked: z.boolean(), unitCost: moneySchema.nullish() }),
})
export type VariantNode = z.infer<typeof variantSchema>

export const levelSchema = z.object({
  updatedAt: instantSchema,
  item: z.object({ id: gidSchema }),
  location: z.object({ id: gidSchema }),
  quantities: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
})
export type LevelNode = z.infer<typeof levelSchema>

export const lineSchema = z.object({
  id: gidSchema,
  quantity: z.number().int(),
  /** Without what was refunded and what an edit removed. */
  currentQuantity: z.number().int(),
  variant: z.object({ id: gidSchema }).nullable(),
  /** The bundle in which it was sold. */
  lineItemGroup: z.object({ variantId: gidSchema.nullable() }).nullish(),
})
export type LineNode = z.infer<typeof lineSchema>

const linkedLocationSchema = z.object({ id: gidSchema })

export const orderSchema = z.object({
  id: gidSchema,
  createdAt: instantSchema,
  processedAt: instantSchema.nullable(),
  updatedAt: instantSchema,
  cancelledAt: instantSchema.nullable(),
  test: z.boolean(),
  edited: z.boolean(),
  /** Where a register sold it. */
  retailLocation: linkedLocationSchema.nullish(),
  /** The first three. */
  fulfillments: z
    .array(z.object({ status: z.string(), location: linkedLocationSchema.nullable() }))
    .default([]),
})
export type OrderNode = z.infer<typeof orderSchema>

/** A page whose nodes are checked one by one. */
const uncheckedPageSchema = pageSchema(z.unknown())

export const listedVariantSchema = variantSchema.extend({ product: productSchema })
export const variantPageSchema = z.object({ productVariants: uncheckedPageSchema })
export const bundleSchema = z.object({
  id: gidSchema,
  productVariantComponents: pageSchema(
    z.object({
      quantity: z.number().int().min(1),
      productVariant: z.object({
        id: gidSchema,
        title: z.string(),
        product: z.object({ title: z.string() }),
      }),
    }),
  ),
})
export type BundleNode = z.infer<typeof bundleSchema>
export const changedProductSchema = z.object({ id: gidSchema, updatedAt: instantSchema })
export const changedProductPageSchema = z.object({ products: uncheckedPageSchema })
/** Null when the product was deleted. */
export const productByIdSchema = z.object({
  product: productSchema
    .extend({ variants: pageSchema(variantSchema), collections: pageSchema(namedSchema).optional() })
    .nullable(),
})
export const collectionPageSchema = z.object({ collections: pageSchema(z.object({ id: gidSchema })) })
/** Null when the collection was deleted. */
export const collectionByIdSchema = z.object({
  collection: namedSchema.extend({ products: pageSchema(z.object({ id: gidSchema })) }).nullable(),
})
export const locationPageSchema = z.object({ locations: pageSchema(locationSchema) })
/** `location` is null when it was deleted between two pages. */
export const levelPageSchema = z.object({
  location: z.object({ inventoryLevels: uncheckedPageSchema }).nullable(),
})
export const listedLevelSchema = levelSchema.extend({ id: gidSchema })
export const orderPageSchema = z.object({ orders: uncheckedPageSchema })
export const listedOrderSchema = orderSchema.extend({ lineItems: pageSchema(lineSchema) })
/** Null when the shop has no such order. */
export const orderByIdSchema = z.object({
  order: listedOrderSchema.nullable(),
})
export const orderRefundsSchema = z.object({
  order: z.object({ refunds: z.array(z.object({ id: z.string() })) }).nullable(),
})
export const refundLinesSchema = z.object({
  refund: z
    .object({
      totalRefundedSet: z.object({ shopMoney: z.object({ amount: z.coerce.number() }) }),
      refundLineItems: pageSchema(
        z.object({
          quantity: z.number().int(),
          restockType: z.string(),
          lineItem: z.object({ id: gidSchema }),
        }),
      ),
    })
    .nullable(),
})
export const orderLinesSchema = z.object({
  order: z.object({ lineItems: pageSchema(lineSchema) }).nullable(),
})

const itemSchema = z.object({ id: gidSchema }).nullable()
/** Null: a supplier, or a location that the shop no longer has. */
const snapshotSchema = z.object({ location: z.object({ id: gidSchema }).nullable() }).nullable()
const orderedLineSchema = z.object({
  id: gidSchema,
  totalQuantity: z.number().int(),
  /** Null when the product was deleted. */
  inventoryItem: itemSchema,
})
const listedIdSchema = z.object({ id: gidSchema })

export const transferPageSchema = z.object({ inventoryTransfers: pageSchema(listedIdSchema) })
/** A status that this version does not know is one as `OTHER` is. Null when the transfer was deleted. */
export const transferByIdSchema = z.object({
  inventoryTransfer: z
    .object({
      id: gidSchema,
      name: z.string(),
      status: z
        .enum(['DRAFT', 'READY_TO_SHIP', 'IN_PROGRESS', 'TRANSFERRED', 'CANCELED', 'OTHER'])
        .catch('OTHER'),
      dateCreated: instantSchema.nullable(),
      origin: snapshotSchema,
      destination: snapshotSchema,
      lineItems: pageSchema(orderedLineSchema),
      shipments: pageSchema(listedIdSchema),
    })
    .nullable(),
})

export const shipmentByIdSchema = z.object({
  inventoryShipment: z
    .object({
      id: gidSchema,
      status: z.enum(['DRAFT', 'IN_TRANSIT', 'PARTIALLY_RECEIVED', 'RECEIVED', 'OTHER']).catch('OTHER'),
      dateReceived: instantSchema.nullable(),
      tracking: z.object({ arrivesAt: instantSchema.nullable() }).nullable(),
      lineItems: pageSchema(
        z.object({
          id: gidSchema,
          quantity: z.number().int(),
          acceptedQuantity: z.number().int(),
          rejectedQuantity: z.number().int(),
          unreceivedQuantity: z.number().int(),
          inventoryItem: itemSchema,
        }),
      ).nullable(),
    })
    .nullable(),
})

export const purchaseOrderPageSchema = z.object({
  inventoryPurchaseOrders: pageSchema(listedIdSchema.extend({ status: z.string() })),
})
export const purchaseOrderByIdSchema = z.object({
  inventoryPurchaseOrder: z
    .object({
      id: gidSchema,
      name: z.string(),
      status: z.string(),
      orderedAt: instantSchema.nullable(),
      origin: z.object({ supplierName: z.string().nullish() }).nullable(),
      destination: snapshotSchema,
      lineItems: pageSchema(orderedLineSchema),
      transfers: pageSchema(listedIdSchema),
    })
    .nullable(),
})

const userErrorsSchema = z.array(z.object({ message: z.string() }))
export const webhookPageSchema = z.object({
  webhookSubscriptions: pageSchema(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
})
export const webhookCreateSchema = z.object({
  webhookSubscriptionCreate: z.object({ userErrors: userErrorsSchema }),
})
export const webhookDeleteSchema = z.object({
  webhookSubscriptionDelete: z.object({ userErrors: userErrorsSchema }),
})

const fieldErrorsSchema = z.array(
  z.object({ code: z.string().nullable(), field: z.array(z.string()).nullable(), message: z.string() }),
)
export const createTransferSchema = z.object({
  inventoryTransferCreateAsReadyToShip: z.object({
    inventoryTransfer: z.object({ id: gidSchema, name: z.string() }).nullable(),
    userErrors: fieldErrorsSchema,
  }),
})
export const addStockSchema = z.object({
  inventoryAdjustQuantities: z.object({ userErrors: fieldErrorsSchema }).nullable(),
})

export const uninstallSchema = z.object({
  appUninstall: z.object({ userErrors: userErrorsSchema }).nullable(),
})

export const bulkRunSchema = z.object({
  bulkOperationRunQuery: z.object({
    bulkOperation: z.object({ id: z.string() }).nullable(),
    userErrors: z.array(z.object({ code: z.string().nullable().optional(), message: z.string() })),
  }),
})

/** Counters are 64-bit, hence strings on the wire. */
const counterSchema = z.coerce.number().int().nonnegative()

export const bulkStatusSchema = z.object({
  bulkOperation: z
    .object({
      id: z.string(),
      status: z.enum(['CREATED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELING', 'CANCELED', 'EXPIRED']),
      errorCode: z.string().nullable(),
      createdAt: instantSchema,
      objectCount: counterSchema,
      rootObjectCount: counterSchema,
      url: z.string().nullable(),
    })
    .nullable(),
})
