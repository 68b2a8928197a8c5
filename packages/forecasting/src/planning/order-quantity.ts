import { requireCount } from '../arguments.ts'

/** What a supplier delivers of a variant; null for no limit. */
export interface QuantityRules {
  packSize: number
  minimumUnits: number | null
  maximumUnits: number | null
}

export interface OrderQuantity {
  units: number
  /** What decided the quantity after the need, in the order of the calculation. */
  limits: readonly ('minimum' | 'pack' | 'maximum' | 'minimum_above_maximum')[]
}

/**
 * Returns the units to order for a need: at least the minimum, raised to whole packs; above the maximum lowered to
 * whole packs, because more cannot be delivered. If that is below the minimum, nothing can be ordered. Without a
 * need it is zero.
 */
export function orderQuantity(need: number, rules: QuantityRules): OrderQuantity {
  const { packSize, minimumUnits, maximumUnits } = rules
  requireCount('packSize', packSize, 1)
  const whole = Math.ceil(need)
  if (!(whole > 0)) return { units: 0, limits: [] }
  const limits: OrderQuantity['limits'][number][] = []
  const least = minimumUnits ?? 0
  if (least > whole) limits.push('minimum')
  let units = Math.ceil(Math.max(whole, least) / packSize) * packSize
  if (units > Math.max(whole, least)) limits.push('pack')
  if (maximumUnits !== null && units > maximumUnits) {
    units = Math.floor(maximumUnits / packSize) * packSize
    limits.push('maximum')
    if (units < Math.max(1, least)) return { units: 0, limits: [...limits, 'minimum_above_maximum'] }
  }
  return { units, limits }
}
