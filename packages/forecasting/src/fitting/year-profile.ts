import type { DampedSales } from './damped-sales.ts'

/** Candidate lengths of a season in days; the likeliest is taken. */
const LENGTHS = [10, 14, 18, 21, 24, 28, 31, 38, 45, 52, 60, 70, 80, 92, 105, 120, 135]
const STEP = 2
/** Days around a season that belong to neither part. */
export const EDGE = 4
export const YEAR = 365
const HALF_YEAR = 182
/** Minimum sales of a day of the season ÷ those of another day, over all years and in each. */
const MIN_RATIO = 4
const MIN_RATIO_OF_YEAR = 2.5
/** Minimum logarithm of the likelihood ratio of a season to an even year, and minimum days with sales in it. */
const MIN_EVIDENCE = 25
/** The minimum for a season that was seen in one year only, which must be all the clearer to be expected again. */
const MIN_EVIDENCE_OF_ONE = 60
export const MIN_UNITS = 10
/** Days before the first start of a year that must be known. */
export const MIN_DAYS_BEFORE = 21
/** Days of a season that are compared over the years. */
const BLOCK = 5
const TWO_WEEKS = 14
/** If the median outside of the season is below this share of the mean there, the year has a second season. */
const MAX_OF_SECOND = 0.4
/** Days before the origin that say how large the present season is. */
export const DAYS_NOW = 28

/** Days before and after the start of a year on which a season may lie. */
const [FOLD_BEFORE, FOLD_AFTER] = [HALF_YEAR + EDGE, HALF_YEAR + LENGTHS.at(-1)! + EDGE]
/** Running totals of units and days over all years, of one product at a time. */
const folded = {
  sold: new Float64Array(FOLD_BEFORE + FOLD_AFTER + 1),
  days: new Float64Array(FOLD_BEFORE + FOLD_AFTER + 1),
}

/** Writes the running totals of the days around the start of each year, summed over the years. */
function fold(before: Float64Array, starts: readonly number[], end: number, into: Float64Array): void {
  into.fill(0)
  for (const start of starts) {
    const first = start - FOLD_BEFORE
    const known = Math.max(0, Math.min(into.length, end - first))
    for (let day = Math.max(0, -first); day < known; day++) into[day]! += before[first + day]!
    for (let day = known; day < into.length; day++) into[day]! += before[end]!
  }
}

/** Returns the days in a row that sold most, of those with enough days in stock inside and outside; null if there are none. */
function largest(length: number, days: number): { first: number; units: number; days: number } | null {
  const { sold: soldBefore, days: daysBefore } = folded
  let most = MIN_UNITS - 1e-9
  let best = -1
  let daysOfBest = 0
  for (let from = FOLD_BEFORE - HALF_YEAR; from < FOLD_BEFORE + HALF_YEAR; from += STEP) {
    const units = soldBefore[from + length]! - soldBefore[from]!
    if (units <= most) continue
    const inside = daysBefore[from + length]! - daysBefore[from]!
    if (inside < length / 2 || days - inside < YEAR / 2) continue
    most = units
    best = from
    daysOfBest = inside
  }
  return best < 0 ? null : { first: best - FOLD_BEFORE, units: most, days: daysOfBest }
}

/** Returns the sum between two indices, which may lie before the first day or after the last. */
function getPart(before: Float64Array, from: number, to: number, end: number): number {
  return before[Math.min(end, Math.max(0, to))]! - before[Math.min(end, Math.max(0, from))]!
}

/** The sales of the years before by their days from the date after the origin. */
export class YearProfile {
  private readonly sales: DampedSales
  private readonly starts: readonly number[]

  constructor(sales: DampedSales, starts: readonly number[], older: number) {
    this.sales = sales
    this.starts = starts
    // The present year and a part of an older one count, too.
    const all = [...starts, older, sales.end]
    fold(sales.soldBefore, all, sales.end, folded.sold)
    fold(sales.daysBefore, all, sales.end, folded.days)
  }

  /** Returns the likeliest season; null if there is none. */
  season(): { first: number; length: number; inside: number; otherwise: number; spread: number } | null {
    const { sales, starts } = this
    const { end } = sales
    const [days, sold] = [sales.days(0, end), sales.sold(0, end)]
    if (sold < MIN_UNITS) return null
    let best: { first: number; length: number; inside: number; otherwise: number } | null = null
    let most = 0
    const level = sold / days
    for (const length of LENGTHS) {
      const one = largest(length, days)
      if (!one) continue
      const rest = sold - one.units
      const high = one.units / one.days
      const low = rest / (days - one.days)
      if (high < MIN_RATIO * low) continue
      const evidence = one.units * Math.log(high / level) + (rest > 0 ? rest * Math.log(low / level) : 0)
      if (evidence <= most) continue
      most = evidence
      best = { first: one.first, length, inside: high, otherwise: low }
    }
    if (!best) return null
    const [from, wide] = [best.first - EDGE, best.length + 2 * EDGE]
    const outside = Math.max(0, sold - this.sold(from, wide))
    const mean = (outside + 0.3) / Math.max(1, days - this.days(from, wide))
    const typical = this.typical(from + wide, from + YEAR)
    best = { ...best, otherwise: typical < MAX_OF_SECOND * mean ? Math.max(0.3 / days, typical) : mean }
    const spread = Math.max(1, this.spread(best.first, best.length))
    if (most / spread < (starts.length === 1 ? MIN_EVIDENCE_OF_ONE : MIN_EVIDENCE)) return null
    // Each year stands out.
    const { first, length, otherwise } = best
    const isSeen = starts.every((start, y) => {
      const [one, inside] = [this.sold(first, length, y), this.days(first, length, y)]
      // The oldest year may begin after its season.
      if (start + first < 0 && starts.length > 1) return true
      return inside >= length / 3 && one / inside >= MIN_RATIO_OF_YEAR * otherwise && one >= 4
    })
    if (starts.length === 1 && !this.hasBegun(first, best.inside)) return null
    if (!isSeen) return null
    return { ...best, spread }
  }

  /** Returns what was sold on these days of the years before, or of one of them; also of the present season as far as it is over. */
  sold(first: number, length: number, year?: number): number {
    return this.within(folded.sold, this.sales.soldBefore, first, length, year)
  }

  /** Returns the number of days whose sales `sold` returns. */
  days(first: number, length: number, year?: number): number {
    return this.within(folded.days, this.sales.daysBefore, first, length, year)
  }

  private within(
    ofAll: Float64Array,
    before: Float64Array,
    first: number,
    length: number,
    year: number | undefined,
  ): number {
    if (year === undefined) return ofAll[first + length + FOLD_BEFORE]! - ofAll[first + FOLD_BEFORE]!
    const start = this.starts[year]! + first
    return getPart(before, start, start + length, this.sales.end)
  }

  /**
   * Returns whether the days before the season of the only year sold clearly less, so that the season was not just the start of
   * sales.
   */
  private hasBegun(first: number, inside: number): boolean {
    const { sales, starts } = this
    const start = starts[0]! + first
    const from = Math.max(0, start - DAYS_NOW)
    const days = start > from ? sales.days(from, start) : 0
    return days >= MIN_DAYS_BEFORE / 2 && sales.sold(from, start) / days < inside / 2
  }

  /** Returns the median daily sales of the two-week blocks between two days of the year. */
  private typical(from: number, to: number): number {
    const rates: number[] = []
    for (let day = from; day + TWO_WEEKS <= to; day += TWO_WEEKS) {
      const start = day > HALF_YEAR ? day - YEAR : day
      rates.push(this.sold(start, TWO_WEEKS) / Math.max(1, this.days(start, TWO_WEEKS)))
    }
    return rates.sort((a, b) => a - b)[rates.length >> 1]!
  }

  sizes(first: number, length: number): number[] {
    const sizes = this.starts.map((_, y) => this.sold(first, length, y))
    return this.starts.at(-1)! + first < 0 ? sizes.slice(0, -1) : sizes
  }

  /**
   * Returns how much of the differences between days within the season is its shape rather than chance, 0–1: what the same five
   * days have in common over the years or, with one year, what exceeds chance.
   */
  getShape(first: number, length: number): number {
    const years = this.starts.length
    let [common, noise] = [0, 0]
    for (let day = first + EDGE; day + BLOCK <= first + length - EDGE; day += BLOCK) {
      const off = this.starts.map((_, y) => {
        const expected = (BLOCK * this.sold(first, length, y)) / Math.max(1, this.days(first, length, y))
        return { by: this.sold(day, BLOCK, y) - expected, expected }
      })
      const mean = getMean(off.map(({ by }) => by))
      const chance = getMean(off.map(({ expected }) => expected)) / years
      common += mean * mean - chance
      noise += chance
    }
    return noise > 0 ? Math.min(1, Math.max(0, common / (common + noise))) : 1
  }

  /** Returns the variance-to-mean ratio of five days within the season. */
  private spread(first: number, length: number): number {
    let [sum, count] = [0, 0]
    for (const start of this.starts) {
      const from = Math.max(0, start + first + EDGE)
      const to = Math.min(this.sales.end, start + first + length - EDGE)
      const middle = this.sales.spread(from, to, BLOCK, true)
      if (middle.sums === 0) continue
      sum += middle.ratio * middle.sums
      count += middle.sums
    }
    return count > 0 ? sum / count : 1
  }
}

export function getMean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}
