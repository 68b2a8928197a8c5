import type { History } from '../history.ts'
import { yearsBefore } from './closed-days.ts'
import type { DampedSales } from './damped-sales.ts'
import { DAYS_NOW, EDGE, getMean, MIN_DAYS_BEFORE, MIN_UNITS, YEAR, YearProfile } from './year-profile.ts'

const MAX_YEARS = 4
/** Probability that a season returns, by the number of years in which it was seen. */
const RETURNS = [0, 0.9, 0.98, 0.995]
/** Variance of a season's size from year to year, ÷ its square, and its weight in years. */
const YEAR_VARIANCE = 0.01
/** Days by which a season may be early (negative) or late, their standard deviation, and the log-likelihood gain that a shift needs. */
const LAGS = [-4, 4, -8, 8, -12, 12, -16, 16, -20, 20, -24, 24]
const LAG_DEVIATION = 10
const MIN_EVIDENCE_OF_LAG = 3
/** A shift is considered only if the latest days differ from earlier years by more than this share; days averaged on each side. */
const MAX_OFF = 0.25
const WEEK = 3
/** Units expected so far in the present season, divided by its variance-to-mean ratio, from which its size is estimated. */
const MIN_PRESENT = 8
/** Units expected in these days from which a season that has not begun says that it does not return. */
const MIN_RATE = 1e-3

/** The demand of goods of one season, on each day of the horizon. */
export interface OwnSeason {
  /** Years that were seen. */
  years: number
  daily: Float64Array
  /** Probability that the season returns as before, 0–1; otherwise the product sells as outside the season. */
  chance: number
  /** Daily demand outside of the season. */
  otherwise: number
  /** Variance of its size ÷ its square. */
  relativeVariance: number
  /** Variance-to-mean ratio of a sum. */
  ofSums: number
}

/** Parts of a year, and the share of a year's sales that `SEASON_PARTS` consecutive parts must have to be a season. */
const PARTS = 13
const SEASON_PARTS = 5
const MIN_SHARE = 0.65
/** The share that parts anywhere in the year must have to be two seasons. */
const MIN_SHARE_OF_TWO = 0.9
/** Sales of the parts of one product's year at a time. */
const parts = new Float64Array(PARTS)

/**
 * Returns whether most of the last year's sales lie in a few months and some consecutive days sell as often as those of a
 * season; cheap to compute.
 */
export function mayHaveSeason(history: History, n: number): boolean {
  const { soldInStockBefore: sold } = history
  const start = n - YEAR
  if (start < MIN_DAYS_BEFORE || sold[n]! < MIN_UNITS || !sellsInARow(history, n)) return false
  let before = sold[start]!
  for (let part = 0; part < PARTS; part++) {
    const after = sold[start + Math.round(((part + 1) * YEAR) / PARTS)]!
    parts[part] = after - before
    before = after
  }
  const total = sold[n]! - sold[start]!
  let inARow = 0
  for (let part = 0; part < SEASON_PARTS; part++) inARow += parts[part]!
  for (let part = 0; part < PARTS; part++) {
    if (inARow >= MIN_SHARE * total) return true
    inARow += parts[(part + SEASON_PARTS) % PARTS]! - parts[part]!
  }
  parts.sort()
  let largest = 0
  for (let part = PARTS - SEASON_PARTS; part < PARTS; part++) largest += parts[part]!
  return largest >= MIN_SHARE_OF_TWO * total
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
  for (let year = 1; year <= MAX_YEARS; year++) {
    const start = yearsBefore(origin + 1, year) - history.firstDay
    if (start < MIN_DAYS_BEFORE) break
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
  const shape = profile.getShape(first, length)
  const plateau = season.inside * getMean(starts.map((_, y) => growth ** (y + 1)))
  /** Returns the daily demand around a day, 0 for the first after the origin, in the years before. */
  const rateOf = (day: number, around: number) =>
    getMean(
      starts.map((start, y) => {
        const [from, to] = [Math.max(0, start + day - around), Math.min(end, start + day + around + 1)]
        const days = history.daysInStockBefore[to]! - history.daysInStockBefore[from]!
        return days > 0 ? (growth ** (y + 1) * sales.sold(from, to)) / days : 0
      }),
    )
  const spread = Math.max(1, season.spread)
  const from = Math.max(0, end - DAYS_NOW)
  const sold = sales.sold(from, end)
  /**
   * Returns the expected sales of the latest days if the season comes this many days later, and the logarithm of its
   * likelihood.
   */
  const fitOf = (lag: number) => {
    let [all, sum] = [0, 0]
    for (let t = from; t < end; t++) {
      if (!history.inStock[t]) continue
      const expected = Math.max(MIN_RATE, otherwise, rateOf(t - end - lag, WEEK))
      all += expected
      sum += sales.sold(t, t + 1) * Math.log(expected) - expected
    }
    return { all, likelihood: sum / spread - (lag / LAG_DEVIATION) ** 2 / 2 }
  }
  let lag = 0
  let likeliest = fitOf(0)
  if (Math.abs(sold - likeliest.all) > MAX_OFF * likeliest.all + EDGE * plateau) {
    likeliest = { ...likeliest, likelihood: likeliest.likelihood + MIN_EVIDENCE_OF_LAG }
    for (const other of LAGS) {
      const fit = fitOf(other)
      if (fit.likelihood > likeliest.likelihood) [lag, likeliest] = [other, fit]
    }
  }
  /** Returns the expected sales of a day, from its dates and from the season as a whole. */
  const getParts = (dayAhead: number) => {
    const day = dayAhead - lag
    const place = day - first - YEAR * Math.round((day - first - length / 2) / YEAR)
    const share = place >= EDGE && place < length - EDGE ? shape : 1
    return { share, ofDate: share * rateOf(day, 1), ofSeason: (1 - share) * plateau }
  }
  // Units that come from the same dates, by the squares of their weights, and from the season as a whole.
  let [ofDates, ofSeason] = [0, 0]
  const daily = Float64Array.from({ length: horizonDays }, (_, day) => {
    const parts = getParts(day)
    ofDates += parts.share * parts.ofDate
    ofSeason += parts.ofSeason
    return Math.max(otherwise, parts.ofDate + parts.ofSeason)
  })
  const sizes = profile.sizes(first, length)
  const meanSize = getMean(sizes)
  // What the years before sold by chance.
  const ahead = Math.max(
    1 / years,
    daily.reduce((sum, one) => sum + one, 0),
  )
  const ofChance =
    (spread * (Math.max(1 / years, ofDates) + ofSeason ** 2 / Math.max(1, meanSize))) / years / ahead ** 2
  const now = { sold, expected: 0, otherwise: otherwise * sales.days(from, end) }
  for (let t = from; t < end; t++) {
    const parts = getParts(t - end)
    if (history.inStock[t]) now.expected += parts.ofDate + parts.ofSeason
  }
  // The present season also shows how much seasons differ in size, once a shift of some days is allowed for.
  const noise = ((sizes.length - 1) * spread) / meanSize
  const differences = sizes.reduce((sum, one) => sum + (one / meanSize - 1) ** 2, 0)
  const ofPresent =
    now.expected >= MIN_PRESENT * spread
      ? (now.sold / now.expected - 1) ** 2 -
        spread / now.expected -
        (((EDGE / 2) * plateau) / now.expected) ** 2
      : 0
  const ofYears = (YEAR_VARIANCE + Math.max(0, differences + ofPresent - noise)) / years
  // The size of the present season: a gamma distribution around 1, and what was sold since.
  const prior = 1 / (ofYears * (1 + 1 / years) + spread / (years * Math.max(1, meanSize)))
  const known = prior + now.sold / spread
  const size = known / (prior + now.expected / spread)
  // A season that should have begun and has not.
  const begun = Math.exp(
    Math.min(
      50,
      (now.sold * Math.log(Math.max(MIN_RATE, now.expected) / Math.max(MIN_RATE, now.otherwise)) -
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

/** Returns the mean and the variance-to-mean ratio of the season's first days, if it returns. */
export function sumOfSeason(season: OwnSeason, days: number): { mean: number; ratio: number } {
  const mean = season.daily.subarray(0, days).reduce((sum, one) => sum + one, 0)
  return { mean, ratio: season.ofSums + mean * season.relativeVariance }
}

/** Days in a row, and the share of a season's least share of days with sales that some of them have at least. */
const ROW_DAYS = 10
const SHARE_OF_ROW = 0.9

function sellsInARow({ sellingDaysBefore: selling }: History, n: number): boolean {
  const years = Math.floor((n - MIN_DAYS_BEFORE) / YEAR)
  const least = SHARE_OF_ROW * ROW_DAYS * MIN_SELLING[Math.min(2, years)]!
  for (let t = n - ROW_DAYS; t >= 0; t--) if (selling[t + ROW_DAYS]! - selling[t]! >= least) return true
  return false
}

/** Minimum share of a season's days with sales, by the number of years in which it was seen: a few orders are not a season. */
const MIN_SELLING = [1, 0.85, 0.2]

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
  return days >= MIN_SELLING[Math.min(2, starts.length)]! * all
}
