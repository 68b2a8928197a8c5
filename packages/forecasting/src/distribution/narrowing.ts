/** Halves are rounded down, also where the sum of daily means is off by its last digits. */
const ROUNDING_SLACK = 1e-6

/**
 * Demand that varies less than Poisson, such as a subscription: the quantiles of a Poisson distribution, drawn to the mean by a share
 * `narrowing` of their distance, in whole units. No negative binomial is as narrow. Halves are rounded down, so that the units that
 * are sold on average are not likelier than not sold before their day.
 */
export function narrowedQuantile(
  quantile: number,
  mean: number,
  narrowing: number | null | undefined,
): number {
  if (!narrowing) return quantile
  return Math.max(0, Math.ceil(mean + narrowing * (quantile - mean) - 0.5 - ROUNDING_SLACK))
}

/** Returns from which units of the wider distribution on a narrowed one has sold so many units. */
export function widenedUnits(units: number, mean: number, narrowing: number | null | undefined): number {
  if (!narrowing || units <= 0) return units
  return Math.max(0, Math.floor(mean + (Math.ceil(units) - 0.5 - mean) / narrowing + ROUNDING_SLACK) + 1)
}
