/**
 * The sample product of the landing page, marked "Sample store" on screen. Its cumulative demand is normal
 * with mean μ·d and standard deviation σ·√d, so that picture, dots and sentence come from the same numbers.
 */
export const sample = {
  product: 'House Espresso',
  size: '1 kg',
  today: '2026-11-20',
  leadTimeDays: 28,
  /** Closing stock of the last 45 days; the last one is today. */
  history: [
    117, 104, 91, 66, 53, 40, 15, 2, 1002, 983, 968, 942, 927, 913, 892, 871, 842, 833, 821, 803, 796, 783,
    758, 747, 734, 718, 703, 686, 681, 675, 654, 634, 612, 597, 588, 565, 543, 523, 508, 504, 489, 470, 459,
    456, 436,
  ],
  stock: 436,
} as const

const DAILY_MEAN = 18.7
const DAILY_SD = 16.1
const PACK = 12
const SERVICE_LEVEL_Z = 1.645

/** Standard normal quantiles of 0.025, 0.075 … 0.475; the other half mirrors them. */
const HALF_Z = [1.96, 1.4395, 1.1503, 0.9346, 0.7554, 0.5978, 0.4538, 0.3186, 0.1891, 0.0627]
export const FUTURES = HALF_Z.length * 2
export const bandZ = { p10: 1.2816, p25: 0.6745 } as const

/** Returns the units left after `days` in the future at quantile `z` of demand (positive: sells faster). */
export function stockAfter(days: number, z: number): number {
  return Math.max(0, sample.stock - DAILY_MEAN * days - z * DAILY_SD * Math.sqrt(days))
}

/**
 * Returns the day on which the future at quantile `z` of demand reaches zero: μd + zσ√d = stock, solved for
 * √d.
 */
export function stockoutDay(z: number): number {
  const b = z * DAILY_SD
  const root = (-b + Math.sqrt(b * b + 4 * DAILY_MEAN * sample.stock)) / (2 * DAILY_MEAN)
  return root * root
}

/** Twenty equally likely days until stockout, the soonest first. */
export const futures: readonly number[] = [...HALF_Z, ...HALF_Z.map((z) => -z).reverse()].map(stockoutDay)

/** Returns how many futures run out before an order placed today arrives. */
export function futuresBeforeArrival(leadTimeDays: number): number {
  return futures.filter((day) => day < leadTimeDays).length
}

/** Returns the days until the last order day on which at most 1 future in 20 runs out before the arrival. */
export function daysUntilOrder(leadTimeDays: number): number {
  const [, second = 0] = futures
  return Math.max(0, Math.floor(second - leadTimeDays))
}

/** First and last day of the window that contains 8 of 10 futures. */
export const stockoutWindow = { from: stockoutDay(bandZ.p10), to: stockoutDay(-bandZ.p10) }

/** Returns the median demand over `days`, and how far 8 of 10 futures are from it. */
export function demandOver(days: number): { units: number; spread: number } {
  return {
    units: Math.round(DAILY_MEAN * days),
    spread: Math.round(bandZ.p10 * DAILY_SD * Math.sqrt(days)),
  }
}

/**
 * Returns the order that covers the demand of lead time and four weeks at 95 % service, in whole packs, on
 * the day to order.
 */
export function orderQuantity(leadTimeDays: number): number {
  const days = leadTimeDays + 28
  const level = DAILY_MEAN * days + SERVICE_LEVEL_Z * DAILY_SD * Math.sqrt(days)
  const stock = sample.stock - DAILY_MEAN * daysUntilOrder(leadTimeDays)
  return Math.ceil((level - stock) / PACK) * PACK
}
