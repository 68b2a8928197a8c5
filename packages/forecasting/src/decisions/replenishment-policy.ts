export interface ReplenishmentPolicy {
  /** Days from ordering to sellable on the shelf. */
  leadTimeDays: number
  /**
   * Equally likely lead times in whole days, in ascending order, where the spread is known. All figures are then
   * averages over them, and `leadTimeDays` is only the one to show.
   */
  leadTimes?: ArrayLike<number> | undefined
  /** The range to show of it: one in ten orders is faster than the first, nine in ten are faster than the second. */
  leadTimeRange?: { p10: number; p90: number } | null
  /** Planned buffer, units. */
  safetyStock: number
  /** Chance of no stockout in one lead time, 0–1; see `DEFAULT_SERVICE_LEVEL` and `plannedServiceLevel`. */
  serviceLevel: number
  /** Review period: days of demand that one order covers after its arrival. */
  reviewPeriodDays: number
  packSize?: number
  minimumOrder?: number
}

/**
 * Nine lead times in ten without a stockout. An order is due once the stockout probability during the lead
 * time exceeds 1 − service level, the newsvendor's critical ratio (Silver, Pyke and Thomas 2017, ch. 7). A
 * level of 0.9 means that a stockout costs nine times as much as ordering a little early.
 */
export const DEFAULT_SERVICE_LEVEL = 0.9

const MIN_PLANNED_LEVEL = 0.5

/**
 * Returns the service level that orders are planned for. Merchants who want alerts only for near certainties
 * choose a level below 0.5. Orders are still planned at 0.5, so that they do not arrive after the expected
 * stockout.
 */
export function plannedServiceLevel({ serviceLevel }: Pick<ReplenishmentPolicy, 'serviceLevel'>): number {
  return Math.max(MIN_PLANNED_LEVEL, serviceLevel)
}

/** Returns the equally likely lead times of a policy: its only one where no spread is known. */
export function getLeadTimes({
  leadTimeDays,
  leadTimes,
}: Pick<ReplenishmentPolicy, 'leadTimeDays' | 'leadTimes'>): ArrayLike<number> {
  return leadTimes && leadTimes.length > 0 ? leadTimes : [leadTimeDays]
}
