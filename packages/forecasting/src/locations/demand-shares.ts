import { requireCount, requireNotNegative } from '../arguments.ts'
import { type DemandDistribution, noDemandDistribution } from '../distribution/demand-distribution.ts'
import { scaledDays } from '../distribution/vincentization.ts'

/** Weight of the shop's shares, in units: a product with fewer known sales follows the shop more than itself. */
const PRIOR_UNITS = 5
/** Days of sales that shares are learned from. */
export const SHARE_DAYS = 90
/**
 * A location that was out of stock for more days than this counts as if it had been out of stock for this many of the 90 days.
 */
const MAX_DAYS_OUT = 60

/** Units of a product that a location sold in the last 90 days, and the location's share of all units that the shop sold. */
export interface LocationSales {
  units: number
  /** Days of them without stock, on which it could sell nothing. */
  daysOut: number
  shopUnits: number
}

/**
 * Returns the share of each location in the demand of a product: (u_l + 5·s_l) ÷ (Σu + 5), with u_l = units × 90 ÷ days in
 * stock and s_l the location's share of the shop's units. They sum to 1. Null when no sale of the shop is known by location.
 */
export function demandShares(locations: readonly LocationSales[]): number[] | null {
  const shopUnits = sum(locations.map((each) => each.shopUnits))
  const rates = locations.map(({ units, daysOut }) => {
    requireNotNegative('units', units)
    return (units * SHARE_DAYS) / (SHARE_DAYS - Math.min(MAX_DAYS_OUT, Math.max(0, daysOut)))
  })
  const known = sum(rates)
  if (shopUnits === 0 && known === 0) return null
  const weight = shopUnits === 0 ? 0 : PRIOR_UNITS
  return locations.map(
    (each, i) =>
      ((rates[i] as number) + (weight === 0 ? 0 : (weight * each.shopUnits) / shopUnits)) / (known + weight),
  )
}

/**
 * Splits whole units by weights into whole parts that sum to them (largest remainders; of equal ones the first). Without any
 * weight all go to the first part.
 */
export function splitUnits(units: number, weights: readonly number[]): number[] {
  requireCount('units', units, 0)
  const total = sum(weights)
  const exact = weights.map((weight, i) => (total > 0 ? (units * weight) / total : i === 0 ? units : 0))
  const parts = exact.map(Math.floor)
  const byRemainder = exact
    .map((_, i) => i)
    .sort((a, b) => remainder(exact, b) - remainder(exact, a) || a - b)
  for (const i of byRemainder.slice(0, units - sum(parts))) (parts[i] as number)++
  return parts
}

/**
 * Returns the demand of a location with this share (0–1) of a product's demand: negative binomial with mean × share and r ×
 * share, so the same variance-to-mean ratio. Independent demands of shares that sum to 1 add up to the whole.
 */
export function shareOfDemand(distribution: DemandDistribution, share: number): DemandDistribution {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share must lie between 0 and 1, got ${share}`)
  if (share === 0) return noDemandDistribution(distribution.horizonDays)
  if (share === 1) return distribution
  const { empiricalDays } = distribution
  return {
    ...distribution,
    cumulativeMean: distribution.cumulativeMean.map((mean) => mean * share),
    empiricalDays: empiricalDays ? scaledDays(empiricalDays, share) : null,
  }
}

function remainder(exact: readonly number[], i: number): number {
  const value = exact[i] as number
  return value - Math.floor(value)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
