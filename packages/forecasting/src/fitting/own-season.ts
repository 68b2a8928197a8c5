import type { History } from '../history.ts'
import { yearsBefore } from './closed-days.ts'
import type { DampedSales } from './damped-sales.ts'

/** Days of a season, of which the likeliest is taken. */
const LENGTHS = [10, 14, 18, 21, 24, 28, 31, 38, 45, 52, 60, 70, 80, 92, 105, 120, 135]
const STEP = 2
/** Days around a season that belong to neither part. */
const EDGE = 4
const YEAR = 365
const HALF_YEAR = 182
const MOST_YEARS = 4
/** Least sales of a day of the season ÷ those of another day, over all years and in each. */
const LEAST_RATIO = 4
const LEAST_RATIO_OF_YEAR = 2.5
/** Least logarithm of the likelihood ratio of a season to an even year, and least days with sales in it. */
const LEAST_EVIDENCE = 25
/** The same of a season that was seen in one year only: nothing says that it returns but how clear it was. */
const LEAST_EVIDENCE_OF_ONE = 60
const LEAST_UNITS = 10
/** Days before the first origin of a year that must be known. */
const LEAST_DAYS_BEFORE = 21
/** Chance that a season returns which was seen so often. */
const RETURNS = [0, 0.9, 0.98, 0.995]
/** Variance of a season's size from year to year, ÷ its square, and its weight in years. */
const YEAR_VARIANCE = 0.01
/** Days of a season that are compared over the years. */
const BLOCK = 5
/** Days before the origin that say how large the present season is. */
const DAYS_NOW = 28
/** Units expected in these days from which a season that has not begun says that it does not return. */
const LEAST_RATE = 1e-3

/** The demand of goods of one season, on each day of the horizon. */
export interface OwnSeason {
  /** Years that were seen. */
  years: number
  daily: Float64Array
  /** Chance that it returns as before, 0–1; otherwise the product sells what it does outside of it. */
  chance: number
  /** Daily demand outside of the season. */
  otherwise: number
  /** Variance of its size ÷ its square. */
  relativeVariance: number
  /** Variance-to-mean ratio of a sum. */
  ofSums: number
}

/** Parts of a year, and the share of a year's sales that so many of them in a row must have for a season. */
const PARTS = 13
const SEASON_PARTS = 5
const LEAST_SHARE = 0.65

/**
 * Returns whether most of the last year's sales lie in a few months and some days in a row sell as often as those of a season, which
 * is cheap to say.
 */
export function mayHaveSeason(history: History, n: number): boolean {
  const { soldInStockBefore: sold } = history
  const start = n - YEAR
  if (start < LEAST_DAYS_BEFORE || sold[n]! < LEAST_UNITS || !sellsInARow(history, n)) return false
  const at = (part: number) => start + Math.round((part * YEAR) / PARTS)
  const total = sold[n]! - sold[start]!
  for (let part = 0; part < PARTS; part++) {
    const end = part + SEASON_PARTS
    const inside =
      end <= PARTS
        ? sold[at(end)]! - sold[at(part)]!
        : sold[n]! - sold[at(part)]! + sold[at(end - PARTS)]! - sold[start]!
    if (inside >= LEAST_SHARE * total) return true
  }
  return false
}

/**
 * Returns the demand of a product that sells in one season of the year and little otherwise, from the same dates of the years before;
 * null for any other product. The season is the likeliest one of two rates in a year, must stand out in each year, and must
 * have ended once. Its size is that of the years before, adjusted to what the present one has sold so far; it is as uncertain as
 * they differ.
 */
export function ownSeason(
  history: History,
  sales: DampedSales,
  { horizonDays, growth }: { horizonDays: number; growth: number },
): OwnSeason | null {
  const { end } = sales
  const origin = history.firstDay + end - 1
  const starts: number[] = []
  for (let year = 1; year <= MOST_YEARS; year++) {
    const start = yearsBefore(origin + 1, year) - history.firstDay
    if (start < LEAST_DAYS_BEFORE) break
    starts.push(start)
  }
  if (starts.length === 0) return null
  // Before the first whole year there may be a part of another one.
  const older = yearsBefore(origin + 1, starts.length + 1) - history.firstDay
  const profile = new YearProfile(sales, starts, older)
  const season = profile.season()
  if (!season) return null
  const { first, length, otherwise } = season
  const years = starts.length
  if (!sellsEvenly(history, starts, season)) return null
  const shape = profile.shapeOf(first, length)
  const plateau = season.inside * meanOf(starts.map((_, y) => growth ** (y + 1)))
  /** Returns what is expected of a day, 0 for the first after the origin, by its dates and by the season as a whole. */
  const partsOf = (day: number) => {
    const ofDate = meanOf(
      starts.map((start, y) => {
        const [from, to] = [Math.max(0, start + day - 1), Math.min(end, start + day + 2)]
        const days = history.daysInStockBefore[to]! - history.daysInStockBefore[from]!
        return days > 0 ? (growth ** (y + 1) * sales.sold(from, to)) / days : 0
      }),
    )
    const place = day - first - YEAR * Math.round((day - first - length / 2) / YEAR)
    const share = place >= EDGE && place < length - EDGE ? shape : 1
    return { share, ofDate: share * ofDate, ofSeason: (1 - share) * plateau }
  }
  // Units that come from the same dates, by the squares of their weights, and from the season as a whole.
  let [ofDates, ofSeason] = [0, 0]
  const daily = Float64Array.from({ length: horizonDays }, (_, day) => {
    const parts = partsOf(day)
    ofDates += parts.share * parts.ofDate
    ofSeason += parts.ofSeason
    return Math.max(otherwise, parts.ofDate + parts.ofSeason)
  })
  const spread = Math.max(1, season.spread)
  const sizes = profile.sizes(first, length)
  const meanSize = meanOf(sizes)
  // What the years before sold by chance.
  const ahead = Math.max(
    1 / years,
    daily.reduce((sum, one) => sum + one, 0),
  )
  const ofChance =
    (spread * (Math.max(1 / years, ofDates) + ofSeason ** 2 / Math.max(1, meanSize))) / years / ahead ** 2
  const squares = sizes.reduce((sum, one) => sum + (one - meanSize) ** 2, 0)
  const between = Math.max(0, squares / meanSize ** 2 - ((years - 1) * spread) / meanSize)
  const ofYears = (YEAR_VARIANCE + between) / years
  const from = Math.max(0, end - DAYS_NOW)
  const now = { sold: sales.sold(from, end), expected: 0, otherwise: otherwise * sales.days(from, end) }
  for (let t = from; t < end; t++) {
    const parts = partsOf(t - end)
    if (history.inStock[t]) now.expected += parts.ofDate + parts.ofSeason
  }
  // The size of the present season: a gamma distribution around 1, and what was sold since.
  const prior = 1 / (ofYears * (1 + 1 / years) + spread / (years * Math.max(1, meanSize)))
  const known = prior + now.sold / spread
  const size = known / (prior + now.expected / spread)
  // A season that should have begun and has not.
  const begun = Math.exp(
    Math.min(
      50,
      (now.sold * Math.log(Math.max(LEAST_RATE, now.expected) / Math.max(LEAST_RATE, now.otherwise)) -
        now.expected +
        now.otherwise) /
        spread,
    ),
  )
  const returns = RETURNS[Math.min(years, RETURNS.length - 1)]!
  const odds = (returns / (1 - returns)) * begun
  return {
    years,
    daily: daily.map((one) => (one > otherwise ? Math.max(otherwise, one * size) : one)),
    chance: odds === Number.POSITIVE_INFINITY ? 1 : odds / (1 + odds),
    otherwise,
    relativeVariance: 1 / known + ofChance + Math.min(1 / prior, spread / Math.max(1, years * now.expected)),
    ofSums: spread,
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}

/** Returns the mean and the variance-to-mean ratio of the season's first days, if it returns. */
export function sumOfSeason(season: OwnSeason, days: number): { mean: number; ratio: number } {
  const mean = season.daily.subarray(0, days).reduce((sum, one) => sum + one, 0)
  return { mean, ratio: season.ofSums + mean * season.relativeVariance }
}

/** Days in a row, and the share of a season's least share of days with sales that some of them have at least. */
const ROW_DAYS = 10
const SHARE_OF_ROW = 0.9

function sellsInARow({ sellingDaysBefore: selling }: History, n: number): boolean {
  const years = Math.floor((n - LEAST_DAYS_BEFORE) / YEAR)
  const least = SHARE_OF_ROW * ROW_DAYS * LEAST_SELLING[Math.min(2, years)]!
  for (let t = n - ROW_DAYS; t >= 0; t--) if (selling[t + ROW_DAYS]! - selling[t]! >= least) return true
  return false
}

/** Least share of the days of a season with sales, by how often it was seen: a few orders are no season. */
const LEAST_SELLING = [1, 0.85, 0.2]

function sellsEvenly(
  { sellingDaysBefore: selling, n }: History,
  starts: readonly number[],
  { first, length }: { first: number; length: number },
): boolean {
  let [days, all] = [0, 0]
  for (const start of starts) {
    const [from, to] = [Math.max(0, start + first), Math.min(n, start + first + length)]
    if (to <= from) continue
    days += selling[to]! - selling[from]!
    all += to - from
  }
  return days >= LEAST_SELLING[Math.min(2, starts.length)]! * all
}

/** Days before and after the date of a year's start, of which a season may have any. */
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

/** Returns the sum between two indices, of which some may be before the first day or after the last. */
function partOf(before: Float64Array, from: number, to: number, end: number): number {
  return before[Math.min(end, Math.max(0, to))]! - before[Math.min(end, Math.max(0, from))]!
}

/** The sales of the years before by their days from the date after the origin. */
class YearProfile {
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
    if (sold < LEAST_UNITS) return null
    let best: { first: number; length: number; inside: number; otherwise: number } | null = null
    let most = 0
    const { sold: soldBefore, days: daysBefore } = folded
    for (const length of LENGTHS) {
      for (let first = -HALF_YEAR; first < HALF_YEAR; first += STEP) {
        const from = first + FOLD_BEFORE
        const inside = soldBefore[from + length]! - soldBefore[from]!
        if (inside < LEAST_UNITS) continue
        const daysInside = daysBefore[from + length]! - daysBefore[from]!
        const others = days - daysInside
        if (daysInside < length / 2 || others < YEAR / 2) continue
        const rest = sold - inside
        const high = inside / daysInside
        const low = rest / others
        if (high < LEAST_RATIO * low) continue
        const level = sold / days
        const evidence = inside * Math.log(high / level) + (rest > 0 ? rest * Math.log(low / level) : 0)
        if (evidence <= most) continue
        most = evidence
        best = { first, length, inside: high, otherwise: low }
      }
    }
    if (!best) return null
    const [from, wide] = [best.first - EDGE, best.length + 2 * EDGE]
    const outside = Math.max(0, sold - this.sold(from, wide))
    best = { ...best, otherwise: (outside + 0.3) / Math.max(1, days - this.days(from, wide)) }
    const spread = Math.max(1, this.spread(best.first, best.length))
    if (most / spread < (starts.length === 1 ? LEAST_EVIDENCE_OF_ONE : LEAST_EVIDENCE)) return null
    // Each year stands out.
    const { first, length, otherwise } = best
    const isSeen = starts.every((_, y) => {
      const [one, inside] = [this.sold(first, length, y), this.days(first, length, y)]
      return inside >= length / 3 && one / inside >= LEAST_RATIO_OF_YEAR * otherwise && one >= 4
    })
    if (starts.length === 1 && !this.hasBegun(first, best.inside)) return null
    if (!isSeen) return null
    return { ...best, spread }
  }

  /** Returns what was sold on these days of the years before, or of one of them; also of the present season as far as it is over. */
  sold(first: number, length: number, year?: number): number {
    return this.within(folded.sold, this.sales.soldBefore, first, length, year)
  }

  /** Returns of how many days `sold` returns the sales. */
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
    return partOf(before, start, start + length, this.sales.end)
  }

  /** Returns whether the days before the season of the only year sold clearly less, so that it was no start of sales. */
  private hasBegun(first: number, inside: number): boolean {
    const { sales, starts } = this
    const start = starts[0]! + first
    const from = Math.max(0, start - DAYS_NOW)
    const days = start > from ? sales.days(from, start) : 0
    return days >= LEAST_DAYS_BEFORE / 2 && sales.sold(from, start) / days < inside / 2
  }

  sizes(first: number, length: number): number[] {
    return this.starts.map((_, y) => this.sold(first, length, y))
  }

  /**
   * Returns how much of the days' differences within the season is its shape and no chance, 0–1: what the same five days have in
   * common over the years or, of one year, what is more than chance.
   */
  shapeOf(first: number, length: number): number {
    const years = this.starts.length
    let [common, noise] = [0, 0]
    for (let day = first + EDGE; day + BLOCK <= first + length - EDGE; day += BLOCK) {
      const off = this.starts.map((_, y) => {
        const expected = (BLOCK * this.sold(first, length, y)) / Math.max(1, this.days(first, length, y))
        return { by: this.sold(day, BLOCK, y) - expected, expected }
      })
      const mean = meanOf(off.map(({ by }) => by))
      const chance = meanOf(off.map(({ expected }) => expected)) / years
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
