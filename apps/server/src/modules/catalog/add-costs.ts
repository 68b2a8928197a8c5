import { boundedAmount, type ProductCost, type ProductRow } from '@stockcast/contract'
import type { Tx } from '../../database/app-database.ts'
import { listCosts } from './cost-queries.ts'

/** Returns rows with what each costs and earns, and its stock at cost. */
export async function addCosts(
  tx: Tx,
  args: { merchantId: number; shopCurrency: string; rows: readonly ProductRow[] },
): Promise<(ProductRow & { cost: ProductCost })[]> {
  const { merchantId, shopCurrency, rows } = args
  const variantIds = rows.map((row) => row.variantId)
  const costs = await listCosts(tx, { merchantId, variantIds, shopCurrency })
  return rows.map((row) => {
    const cost = costs.get(row.variantId) ?? unknownCost(shopCurrency)
    return { ...row, cost: { ...cost, stockValueMinor: stockValue(row, cost) } }
  })
}

/** Returns the stock at landed cost; oversold stock has no value. */
function stockValue(
  { isTracked, currentStock }: ProductRow,
  { landedCostMinor }: Pick<ProductCost, 'landedCostMinor'>,
): number | null {
  if (!isTracked || currentStock === null || landedCostMinor === null) return null
  return boundedAmount(Math.max(0, currentStock) * landedCostMinor)
}

/** Returns the cost of a product that was removed meanwhile. */
function unknownCost(shopCurrency: string): Omit<ProductCost, 'stockValueMinor'> {
  return {
    unitCostMinor: null,
    currency: null,
    source: null,
    shopCurrency,
    priceMinor: null,
    sharedCostMinor: null,
    sharedBy: null,
    landedCostMinor: null,
    marginMinor: null,
  }
}
