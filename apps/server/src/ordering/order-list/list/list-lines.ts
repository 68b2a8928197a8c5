import type { Tx } from '../../../kernel/database/app-database.ts'
import { getCostMinor, unitCostMinorAt } from '../plans/order-plan.ts'
import type { Chosen } from './choose-quantities.ts'
import { getPrices, listProducts } from './list-queries.ts'
import type { WholeList } from './whole-list.ts'

/** A row of the list as files and reports write it. */
export interface OrderLine {
  variantId: number
  title: string
  sku: string | null
  supplierName: string | null
  orderBy: string | null
  units: number
  packSize: number
  /** The supplier's, otherwise the shop's. */
  currency: string
  unitCostMinor: number | null
  costMinor: number | null
  available: number | null
  incoming: number
}

/** Returns these rows of the list with what they cost. A product that was removed meanwhile is left out. */
export async function listLines(
  tx: Tx,
  { merchantId, whole, chosen }: { merchantId: number; whole: WholeList; chosen: readonly Chosen[] },
): Promise<OrderLine[]> {
  const variantIds = chosen.map(({ candidate }) => candidate.variantId)
  const products = new Map(
    (await listProducts(tx, { merchantId, variantIds })).map((row) => [row.variant_id, row]),
  )
  return chosen.flatMap(({ candidate, units }) => {
    const product = products.get(candidate.variantId)
    if (!product) return []
    const supplier = whole.suppliers.get(candidate.supplierId ?? 0)
    const prices = getPrices(candidate, { product, currency: whole.shop.currency })
    return {
      variantId: candidate.variantId,
      title: product.title,
      sku: product.sku,
      supplierName: supplier?.name ?? null,
      orderBy: candidate.orderBy,
      units,
      packSize: product.pack_size,
      currency: supplier?.currency ?? whole.shop.currency,
      unitCostMinor: unitCostMinorAt(prices, units),
      costMinor: getCostMinor(prices, units),
      available: product.available,
      incoming: product.incoming,
    }
  })
}
