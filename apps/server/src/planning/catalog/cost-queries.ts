import type { ProductCost } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { type ShopMoney, variantCosts } from '../../kernel/database/variant-costs.ts'

interface CostRow {
  variant_id: number
  unit_cost_minor: number | null
  currency: string | null
  source: ProductCost['source']
  price_minor: number | null
  shop_shared_cost_minor: number | null
  shared_order_id: number | null
  shared_order_number: string | null
  shop_landed_cost_minor: number | null
  margin_minor: number | null
}

/** What variants cost, by id, without the value of their stock. */
export type Costs = ReadonlyMap<number, Omit<ProductCost, 'stockValueMinor'>>

/** Returns what these variants cost, without the value of their stock. */
export async function listCosts(
  tx: Tx,
  { money, variantIds }: { money: ShopMoney; variantIds: readonly number[] },
): Promise<Costs> {
  const { rows } = await sql<CostRow>`${variantCosts(money, variantIds)}`.execute(tx)
  return new Map(
    rows.map((row) => [
      row.variant_id,
      {
        unitCostMinor: row.unit_cost_minor,
        currency: row.currency,
        source: row.source,
        shopCurrency: money.currency,
        priceMinor: row.price_minor,
        sharedCostMinor: row.shop_shared_cost_minor,
        sharedBy:
          row.shared_order_id === null || row.shared_order_number === null
            ? null
            : { orderId: row.shared_order_id, number: row.shared_order_number },
        landedCostMinor: row.shop_landed_cost_minor,
        marginMinor: row.margin_minor,
      },
    ]),
  )
}
