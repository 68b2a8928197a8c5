import type { ExcessList } from '@stockcast/contract'
import { formatCount } from '../../ui/format/numbers.ts'
import { formatSum } from '../money.ts'

/** Returns what overstock and dead stock tie up: `$4,120 in overstock and $900 without sales, of $61,000 in stock.` */
export function excessWords({ totals, currency, counts }: ExcessList): string {
  const { overstockMinor, deadMinor, inventoryMinor, rowsWithoutCost } = totals
  const unknown =
    rowsWithoutCost === 0
      ? ''
      : ` ${formatCount(rowsWithoutCost, 'product has', 'products have')} no known cost.`
  if (counts.overstock + counts.dead === 0)
    return `${formatSum(inventoryMinor, currency)} in stock, at cost.${unknown}`
  return `${formatSum(overstockMinor, currency)} in overstock and ${formatSum(deadMinor, currency)} without sales, of ${formatSum(inventoryMinor, currency)} in stock, at cost.${unknown}`
}
