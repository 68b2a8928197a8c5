import { z } from 'zod'
import { amountMinorSchema } from './money.ts'

/** What a product costs and earns. Null is unknown, and never zero. */
export const productCostSchema = z.object({
  /** The preferred supplier's price, otherwise the store's cost, in minor units of `currency`. */
  unitCostMinor: amountMinorSchema.nullable(),
  currency: z.string().nullable(),
  source: z.enum(['supplier', 'store']).nullable(),
  /** The currency of what follows. */
  shopCurrency: z.string(),
  priceMinor: amountMinorSchema.nullable(),
  /** A unit's share of freight, duty and other costs, from the preferred supplier's last order that has any. */
  sharedCostMinor: amountMinorSchema.nullable(),
  sharedBy: z.object({ orderId: z.int(), number: z.string() }).nullable(),
  /** The unit cost with that share. */
  landedCostMinor: amountMinorSchema.nullable(),
  /** The price less the landed cost; below zero if a unit costs more than it sells for. */
  marginMinor: z.int().nullable(),
  /** The current stock at landed cost. */
  stockValueMinor: amountMinorSchema.nullable(),
})
export type ProductCost = z.infer<typeof productCostSchema>
