import { type History, meanDemandBetween } from '../history.ts'
import { clip, SeasonalIndexSums, YEAR_DAYS } from './annual-seasonal-index.ts'

/** What the years before an origin say of the shop. Plain data, which can be sent to a worker thread. */
export interface EarlierYears {
  /** Annual seasonal indices of the segments of the horizon, as `SeasonalIndexSums` orders them. */
  seasonalIndices: Float64Array
  /** Sales of the last year ÷ those of the year before. */
  growth: number
  /**
   * For each segment, how much of its season the regression has learned, 0–1: how much of a year the past origins with a
   * year before span.
   */
  seasonLearned: Float64Array
}

/** The sums from which `EarlierYears` follows, over some of a shop's series. */
export class EarlierYearSums {
  readonly seasons = new SeasonalIndexSums()
  readonly growth = new GrowthSums()

  /** Adds a series as it was `daysBack` days before the end of its history. */
  add(history: History, daysBack: number): void {
    this.seasons.add(history, daysBack)
    this.growth.add(history, history.n - daysBack)
  }

  addAll({
    seasons,
    growth,
  }: {
    seasons: Pick<SeasonalIndexSums, 'years'>
    growth: Pick<GrowthSums, 'latest' | 'before'>
  }): void {
    this.seasons.addAll(seasons)
    this.growth.addAll(growth)
  }

  /** Returns what they say of the shop; `seasonLearned` is that of its regression. */
  earlierYears(seasonLearned: Float64Array): EarlierYears {
    return { seasonalIndices: this.seasons.indices(), growth: this.growth.growth(), seasonLearned }
  }
}

/** Weight, in products, of a shop that does not grow: the growth of a few products is mostly chance. */
const STEADY_PRODUCTS = 20
/** Days that are compared with those of the year before at least. */
const MIN_DAYS = 28

/**
 * Sales of the days before an origin, up to a year of them, and of the same days a year earlier, in shares of what each
 * product sold in both, so that all products count alike. A product that sold nothing in one of them is left out.
 */
class GrowthSums {
  latest = 0
  before = 0

  /** Adds the days before index `end` of a series, as many as are known of both years. */
  add(history: History, end: number): void {
    const days = Math.min(YEAR_DAYS, end - YEAR_DAYS)
    if (days < MIN_DAYS) return
    const latest = meanDemandBetween(history, end - days, end)
    const before = meanDemandBetween(history, end - YEAR_DAYS - days, end - YEAR_DAYS)
    if (latest === 0 || before === 0) return
    this.latest += latest / (latest + before)
    this.before += before / (latest + before)
  }

  addAll({ latest, before }: Pick<GrowthSums, 'latest' | 'before'>): void {
    this.latest += latest
    this.before += before
  }

  /**
   * Returns the factor from one year to the next, shrunk towards 1 in a shop with few products to compare, and clipped like a
   * seasonal index.
   */
  growth(): number {
    return clip((this.latest + STEADY_PRODUCTS / 2) / (this.before + STEADY_PRODUCTS / 2))
  }
}
