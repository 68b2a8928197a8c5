import { z } from 'zod'
import { gidSchema } from '../client/index.ts'

/** What is read from each webhook's body. Everything else, above all the buyer's data, is ignored. */

const idSchema = z.number().int().positive()
const unitsSchema = z.number().int().min(-2_147_483_648).max(2_147_483_647)
const instantSchema = z.string().transform((text, context) => {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) context.addIssue({ code: 'custom', message: 'not an instant' })
  return instant
})

export const levelPayload = z.object({
  inventory_item_id: idSchema,
  location_id: idSchema,
  /** Null when the stock is not tracked. */
  available: unitsSchema.nullable(),
  updated_at: instantSchema,
})

export const orderPayload = z.object({
  id: idSchema,
  created_at: instantSchema,
  processed_at: instantSchema.nullish(),
  updated_at: instantSchema,
  cancelled_at: instantSchema.nullish(),
  test: z.boolean().default(false),
  /** Of the register that sold it. */
  location_id: idSchema.nullish(),
  fulfillments: z
    .array(z.object({ status: z.string().nullish(), location_id: idSchema.nullish() }))
    .default([]),
  line_items: z.array(
    z.object({
      id: idSchema,
      variant_id: idSchema.nullish(),
      quantity: unitsSchema,
      current_quantity: unitsSchema.optional(),
    }),
  ),
  refunds: z
    .array(
      z.object({
        refund_line_items: z.array(
          z.object({
            line_item_id: idSchema,
            quantity: unitsSchema,
            restock_type: z.string().default('return'),
          }),
        ),
        /** What was paid back; empty if an edit removed the units. */
        transactions: z.array(z.unknown()).default([]),
      }),
    )
    .default([]),
})

export const refundPayload = z.object({ order_id: idSchema })
export const orderEditPayload = z.object({ order_edit: z.object({ order_id: idSchema }) })
export const productPayload = z.object({ id: idSchema })
export const collectionPayload = z.object({ id: idSchema })
export const itemPayload = z.object({ id: idSchema })
export const transferPayload = z.object({ id: gidSchema })
/** Every topic about a shipment names its transfer, unless it has none. */
export const shipmentPayload = z.object({ inventory_transfer_id: gidSchema.nullish() })
/** Does not name a shop. */
export const scopesPayload = z.record(z.string(), z.unknown())

/** The shop that the body of a topic about the whole shop names. */
export const shopPayload = z
  .object({ myshopify_domain: z.string() })
  .transform((shop) => shop.myshopify_domain.toLowerCase())
export const compliancePayload = z
  .object({ shop_domain: z.string() })
  .transform((request) => request.shop_domain.toLowerCase())
