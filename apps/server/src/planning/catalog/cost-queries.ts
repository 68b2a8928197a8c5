import type { ProductCost } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { type ShopMoney, variantCosts } from '../../kernel/database/variant-costs.ts'

/** What a variant costs, without the value of its stock. */
export type Cost = Omit<ProductCost, 'stockValueMinor'>

/** Returns what these variants cost, by id. */
export async function listCosts(
  tx: Tx,
  { money, variantIds }: { money: ShopMoney; variantIds: readonly number[] },
): Promise<Map<number, Cost>> {
  const { rows } = await sql<Cost & { variantId: number }>`
    select variant_id as "variantId", unit_cost_minor as "unitCostMinor", currency, source, ${money.currency}::text as "shopCurrency",
      price_minor as "priceMinor", shop_shared_cost_minor as "sharedCostMinor", shop_landed_cost_minor as "landedCostMinor",
      margin_minor as "marginMinor", case when shared_order_number is not null
        then json_build_object('orderId', shared_order_id, 'number', shared_order_number) end as "sharedBy"
    from (${variantCosts(money, variantIds)}) c
  `.execute(tx)
  return new Map(rows.map(({ variantId, ...cost }) => [variantId, cost]))
}
