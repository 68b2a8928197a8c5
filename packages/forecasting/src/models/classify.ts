import type { History } from '../history.ts'
import type { DemandClass } from '../types.ts'

const INTERVAL_LIMIT = 1.32
const VARIATION_LIMIT = 0.49

/**
 * Returns the demand class, from the average interval between selling days (1.32) and the squared coefficient
 * of variation of the units sold on them (0.49); `none` without a sale. Days out of stock are left out.
 * Source: Syntetos, Boylan and Croston 2005, "On the categorization of demand patterns".
 */
export function classify(history: History): DemandClass {
  let selling = 0
  let sum = 0
  let squares = 0
  for (let t = 0; t < history.n; t++) {
    const sold = history.units[t] as number
    if (history.inStock[t] === 0 || sold === 0) continue
    selling++
    sum += sold
    squares += sold * sold
  }
  if (selling === 0) return 'none'
  const interval = (history.daysInStockBefore[history.n] as number) / selling
  const mean = sum / selling
  const variation = (squares / selling - mean * mean) / (mean * mean)
  if (interval < INTERVAL_LIMIT) return variation < VARIATION_LIMIT ? 'smooth' : 'erratic'
  return variation < VARIATION_LIMIT ? 'intermittent' : 'lumpy'
}
