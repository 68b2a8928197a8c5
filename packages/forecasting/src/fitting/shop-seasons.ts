import { getIndices, type SeasonalIndexSums, type YearSums } from './annual-seasonal-index.ts'
import { EarlierYearSums, type EarlierYears } from './earlier-years.ts'
import { seasonLearned } from './training-origins.ts'

/** The sums of the years before an origin, of each half of the catalogue. */
export type SeasonHalves = readonly EarlierYearSums[]

export function emptyHalves(): SeasonHalves {
  return [new EarlierYearSums(), new EarlierYearSums()]
}

/** Origins with two earlier years, half a year of them, from which the halves of the catalogue do not count any more. */
const ENOUGH_ORIGINS = 12

/** Share of the products of the latest year that an earlier one needs for a comparison. */
const MIN_COVERAGE = 0.25

export interface ShopSeasons {
  /** By the days before the origin. */
  earlierYears: ReadonlyMap<number, EarlierYears>
  /** Share of the variance of the seasonal indices that is expected to return, 0–1. */
  reliability: number
}

/**
 * Returns what the earlier years say of the shop at each of these numbers of days before the origin, from the sums of
 * its parts, and how reliable the seasonal indices are. A season returns if the years before agree on it. Where few origins have
 * two of them, both halves of the catalogue must agree. Reliabilities follow from correlations, around 0 because most indices are near 1.
 * Source: Spearman 1910, "Correlation calculated from faulty data"; Brown 1910.
 */
export function shopSeasons(
  backs: readonly number[],
  parts: readonly (readonly SeasonHalves[])[],
): ShopSeasons {
  const earlierYears = new Map<number, EarlierYears>()
  const betweenHalves = new Agreement()
  const betweenYears = new Agreement()
  const learned = seasonLearned(backs)
  backs.forEach((back, i) => {
    const halves = emptyHalves()
    const whole = new EarlierYearSums()
    halves.forEach((half, h) => {
      for (const part of parts) half.addAll(part[i]![h]!)
      whole.addAll(half)
    })
    earlierYears.set(back, whole.earlierYears(learned))
    betweenHalves.add(halves.map((half) => half.seasons.indices()))
    betweenYears.add(comparableYears(whole.seasons).map(getIndices))
  })
  const share = Math.min(1, betweenYears.origins / ENOUGH_ORIGINS)
  return {
    earlierYears,
    reliability: share * betweenYears.reliability() + (1 - share) * betweenHalves.reliability(),
  }
}

/** Returns the years that enough products have: those of a few early ones say little of the shop. */
function comparableYears({ years }: SeasonalIndexSums): readonly YearSums[] {
  // A product's weighted sales before a year's origin are near 1, so that these sums count products.
  const products = ({ before }: YearSums) => before.reduce((sum, one) => sum + one, 0)
  const latest = years[0] ? products(years[0]) : 0
  return years.filter((year) => products(year) >= MIN_COVERAGE * latest)
}

/** How far sets of indices of the same origins agree. */
class Agreement {
  /** Origins with two sets at least. */
  origins = 0
  #sets = 0
  #product = 0
  #first = 0
  #second = 0

  add(sets: readonly Float64Array[]): void {
    if (sets.length < 2) return
    this.origins++
    this.#sets += sets.length
    const logs = sets.map((indices) => indices.map(Math.log))
    logs.forEach((first, a) => {
      for (const second of logs.slice(a + 1)) this.#addPair(first, second)
    })
  }

  /** Returns the reliability of the mean of all sets of an origin (Spearman–Brown formula). */
  reliability(): number {
    if (!(this.#product > 0)) return 0
    const correlation = this.#product / Math.sqrt(this.#first * this.#second)
    const sets = this.#sets / this.origins
    return (sets * correlation) / (1 + (sets - 1) * correlation)
  }

  #addPair(first: Float64Array, second: Float64Array): void {
    for (let k = 0; k < first.length; k++) {
      this.#product += first[k]! * second[k]!
      this.#first += first[k]! ** 2
      this.#second += second[k]! ** 2
    }
  }
}
