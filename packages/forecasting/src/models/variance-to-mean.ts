import type { History } from '../history.ts'

/**
 * Lengths of sums, in days, whose variance-to-mean ratio is estimated. Others are interpolated on log scales.
 */
export const ANCHOR_DAYS = [1, 7, 14, 30, 60, 90] as const

const LOOK_BACK_DAYS = 364

/** ln(variance ÷ mean) = intercept + slope · ln(mean of the sum), per anchor, over the shop's series. */
export interface PooledVarianceToMean {
  intercept: Float64Array
  slope: Float64Array
}

/**
 * Returns the mean and variance-to-mean ratio of demand over all runs of `days` days within the year before
 * index `until`; null for fewer than two runs or no demand.
 */
export function sumVarianceToMean(
  history: History,
  until: number,
  days: number,
): { mean: number; varianceToMean: number } | null {
  const { demandBefore } = history
  const first = Math.max(0, until - LOOK_BACK_DAYS) + days
  const count = until - first + 1
  if (count < 2) return null
  let sum = 0
  let squares = 0
  for (let end = first; end <= until; end++) {
    const units = (demandBefore[end] as number) - (demandBefore[end - days] as number)
    sum += units
    squares += units * units
  }
  const mean = sum / count
  if (!(mean > 0)) return null
  return { mean, varianceToMean: Math.max(0, squares / count - mean * mean) / mean }
}

/** Minimum estimate whose logarithm is taken. */
const MIN = 0.05

/** Adds a series to the sums of each anchor. */
export function addVarianceToMean(lines: readonly Line[], history: History): void {
  for (let a = 0; a < ANCHOR_DAYS.length; a++) {
    const own = sumVarianceToMean(history, history.n, ANCHOR_DAYS[a] as number)
    if (own) lines[a]?.add(Math.log(own.mean), Math.log(Math.max(MIN, own.varianceToMean)))
  }
}

/** Fits ln(variance ÷ mean) on ln(mean) over the shop's series, per anchor; Poisson without data. */
export function poolVarianceToMean(lines: readonly Line[]): PooledVarianceToMean {
  return {
    intercept: Float64Array.from(lines, (line) => line.intercept()),
    slope: Float64Array.from(lines, (line) => line.slope()),
  }
}

/** Returns sums to which no series was added, for each anchor. */
export function emptyLines(): Line[] {
  return ANCHOR_DAYS.map(() => new Line())
}

/** The sums of a regression line. */
export class Line {
  n = 0
  x = 0
  y = 0
  xx = 0
  xy = 0

  add(x: number, y: number): void {
    this.n++
    this.x += x
    this.y += y
    this.xx += x * x
    this.xy += x * y
  }

  addAll({ n, x, y, xx, xy }: Pick<Line, 'n' | 'x' | 'y' | 'xx' | 'xy'>): void {
    this.n += n
    this.x += x
    this.y += y
    this.xx += xx
    this.xy += xy
  }

  slope(): number {
    const { n, x, y, xx, xy } = this
    const spread = n * xx - x * x
    return n < 10 || spread < 1e-9 * n * n ? 0 : (n * xy - x * y) / spread
  }

  intercept(): number {
    return this.n === 0 ? 0 : (this.y - this.slope() * this.x) / this.n
  }
}

/** Returns the variance-to-mean ratio on the shop's regression line, for a sum with this mean. */
export function pooledVarianceToMean(pooled: PooledVarianceToMean, anchor: number, mean: number): number {
  const logMean = Math.log(Math.max(1e-6, mean))
  return Math.exp((pooled.intercept[anchor] as number) + (pooled.slope[anchor] as number) * logMean)
}

/** Weight of the shop's regression line, in independent sums. */
const SHRINKAGE = 6

/**
 * Returns the variance-to-mean ratio of a series at one anchor (index of `ANCHOR_DAYS`): that of its last
 * year, shrunk towards the shop's regression line at `mean`, the forecast mean of a sum from index `end`.
 */
export function anchorVarianceToMean(
  history: History,
  end: number,
  anchor: number,
  { pooled, mean }: { pooled: PooledVarianceToMean; mean: number },
): number {
  const days = ANCHOR_DAYS[anchor] as number
  const own = sumVarianceToMean(history, end, days)
  const logMean = Math.log(Math.max(1e-6, mean))
  const line = (pooled.intercept[anchor] as number) + (pooled.slope[anchor] as number) * logMean
  const sums = Math.min(end, LOOK_BACK_DAYS) / days
  const weight = own ? sums / (sums + SHRINKAGE) : 0
  return Math.exp(weight * Math.log(Math.max(MIN, own?.varianceToMean ?? 1)) + (1 - weight) * line)
}

const LOG_ANCHOR_DAYS = Float64Array.from(ANCHOR_DAYS, Math.log)
const LOG_DAYS = Float64Array.from({ length: 366 }, (_, days) => Math.log(days))

/**
 * Interpolates the anchors for sums of 1 … `horizonDays` days, linearly in the logarithms of days and ratio.
 */
export function spreadAnchors(anchors: Float64Array, horizonDays: number): Float64Array {
  const out = new Float64Array(horizonDays)
  const logs = anchors.map(Math.log)
  let a = 0
  for (let days = 1; days <= horizonDays; days++) {
    while (a < ANCHOR_DAYS.length - 2 && (ANCHOR_DAYS[a + 1] as number) < days) a++
    const from = LOG_ANCHOR_DAYS[a]!
    const share = ((LOG_DAYS[days] ?? Math.log(days)) - from) / (LOG_ANCHOR_DAYS[a + 1]! - from)
    out[days - 1] = Math.exp((1 - share) * logs[a]! + share * logs[a + 1]!)
  }
  return out
}
