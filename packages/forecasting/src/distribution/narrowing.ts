/**
 * Demand that varies less than Poisson, such as a subscription: the quantiles of a Poisson distribution, drawn to the mean by a share
 * `narrowing` of their distance, in whole units. No negative binomial is as narrow.
 */
export function narrowedQuantile(
  quantile: number,
  mean: number,
  narrowing: number | null | undefined,
): number {
  return narrowing ? Math.max(0, Math.round(mean + narrowing * (quantile - mean))) : quantile
}

/** Returns from which units of the wider distribution on a narrowed one has sold so many units. */
export function widenedUnits(units: number, mean: number, narrowing: number | null | undefined): number {
  if (!narrowing || units <= 0) return units
  return Math.max(0, Math.ceil(mean + (Math.ceil(units) - 0.5 - mean) / narrowing))
}
