import { boundedAmount, type ProductCost, type ProductRow } from '@stockcast/contract'
import type { Cost } from './cost-queries.ts'

/** Returns rows with what each costs and earns, and its stock at cost. */
export function addCosts(
  rows: readonly ProductRow[],
  { costs, shopCurrency }: { costs: ReadonlyMap<number, Cost>; shopCurrency: string },
): (ProductRow & { cost: ProductCost })[] {
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
function unknownCost(shopCurrency: string): Cost {
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
