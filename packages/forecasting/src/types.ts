import type { DemandDistribution } from './distribution/demand-distribution.ts'

export interface SeriesInput {
  id: string
  /** Epoch day (days since 1970-01-01) of the first element. */
  firstDay: number
  /** Units sold on each day; the last day is the origin. */
  unitsSold: Float64Array
  /**
   * 1 for a day that ended without stock: demand was more than its sales, or is unknown if it sold nothing.
   */
  outOfStock?: Uint8Array
  /**
   * Epoch day from which the stock was recorded. Stockouts before it are inferred from improbable runs of days
   * without sales. With neither this nor `outOfStock`, only runs that are next to impossible
   * count as stockouts.
   */
  stockKnownFrom?: number
  /** Whether the stock was zero when it was first recorded: the last sale before sold the last unit. */
  wasEmptyWhenRecorded?: boolean
  /** Whether `outOfStock` marks days that are left out of learning, instead of a record of the stock. */
  isStockUnrecorded?: boolean
  /** What the product has in common with others; a new product starts from those that are most alike. */
  likeness?: Likeness
}

/** Series by their index. A series may be requested more than once, and may reuse the memory of the one before. */
export interface SeriesList {
  readonly length: number
  at(index: number): SeriesInput | undefined
}

export interface Likeness {
  type?: string
  vendor?: string
  /** In the shop's currency. */
  price?: number
}

/** A day on which shops of a country may sell more or less than on others. */
export interface CalendarEvent {
  /** Epoch day. */
  day: number
  /** The name of the event, which is the same every year. */
  name: string
  kind: 'holiday' | 'shopping'
}

/** Days on which the merchant says that the shop differs from usual. Days are epoch days, both included. */
export interface ToldEvent {
  /**
   * `closed`: without sales. `sale`: with other sales than usual. `usual`: as usual, although a closing or a sale would be
   * detected. `fault`: with wrong records.
   */
  kind: 'closed' | 'sale' | 'usual' | 'fault'
  from: number
  to: number
  /** On the same dates of each year, or on the same weekdays 52 weeks apart. */
  repeats?: 'yearly' | 'yearly_weekday'
  /** Expected sales of its days ÷ those of usual days; if absent, learned from past events. */
  effect?: number
  /** Ids of the series that it concerns; all if absent. */
  series?: readonly string[]
}

/** Past days, both included, that say nothing about usual days: the whole shop was closed, or had a sale. */
export interface ShopPeriod {
  kind: 'closed' | 'sale'
  /** Epoch days. */
  from: number
  to: number
  /** Sales of its days ÷ those of usual ones. */
  ratio: number
  /** Whether the merchant entered it; otherwise it was detected in the sales. */
  isTold: boolean
}

/** An event, and the sales of its day ÷ those of a usual one. */
export interface EventEffect extends CalendarEvent {
  ratio: number
}

export interface ShopInput {
  /** Last day of data, epoch day. */
  origin: number
  series: SeriesList
  /** Default 90. */
  horizonDays?: number
  /**
   * Whether a product without a sale in its first four weeks starts from similar products. Otherwise it has no
   * demand until it sells.
   */
  expectsFirstSales?: boolean
  /** Events of the shop's country, at most one a day, from its first day to the end of the horizon. */
  events?: readonly CalendarEvent[]
  /** Days that the merchant entered on which the shop was or will be closed, or had or will have a sale. */
  shopEvents?: readonly ToldEvent[]
  /** Closings and sales that were found in the sales of more series than these; otherwise they are looked for here. */
  found?: readonly ShopPeriod[]
  /** Whether the evidence of each forecast has its parts. */
  explains?: boolean
}

export type ForecastBasis = 'forecast' | 'too_little_data' | 'no_demand'
export type DemandClass = 'smooth' | 'erratic' | 'intermittent' | 'lumpy' | 'none'

/** Accuracy of a rolling-origin back-test of demand over 14 days, forecast from earlier days only. */
export interface Accuracy {
  horizonDays: 14
  origins: readonly {
    day: number
    p10: number
    p50: number
    p90: number
    actual: number
    plainMean: number
  }[]
  /** Sum of absolute errors of the median ÷ sum of actual values. */
  wape: number
  /** The same measure for the plain 30-day mean. */
  plainMeanWape: number
  /** Share of actual values within p10–p90. */
  coverage: number
}

/**
 * What expected demand is made of: the level of the recorded sales; what days without stock add to it; the latest weeks
 * against longer ones; what other products of the shop say; the time of year; what the regression trees correct; the bounds
 * of the level; the weekdays; events of the calendar; how far the whole shop is above its forecasts; and large orders that come at even distances.
 */
export type DemandPart =
  | 'level'
  | 'stockouts'
  | 'recent'
  | 'other_products'
  | 'season'
  | 'trees'
  | 'limit'
  | 'weekday'
  | 'events'
  | 'shop_drift'
  | 'orders'

/** Units of expected demand over the next 30 days. */
export type DemandParts = Partial<Record<DemandPart, number>>

/** A day with a bulk order. */
export interface BulkDay {
  /** Epoch day. */
  day: number
  units: number
  /** As how many units the levels count it. */
  countedAs: number
}

/** Large orders that come at even distances. */
export interface RegularOrdersTold {
  everyDays: number
  units: number
  seen: number
  /** Epoch day on which the next one is due. */
  nextDay: number
}

/** What a young shop knows of the season: it has not seen those months before, or only once. */
export type SeasonKnown = 'unseen' | 'seen_once'

export interface Evidence {
  daysOfHistory: number
  /** Days that ended without stock, as recorded. */
  daysOutOfStock: number
  /** Days out of stock on which the last unit was sold; for these, the demand expected beyond the sales was used. */
  daysSoldOut: number
  /** Days before the record of the stock that were probably out of stock, if they were requested. */
  daysInferredOutOfStock?: number
  unitsLast30: number
  averageDailySales: number
  /** Monday first; 1 = an average day. */
  weekdayRatios: readonly number[]
  /** The largest days of the last half year that count as less than they sold, if they were requested. */
  bulkDays?: readonly BulkDay[]
  /** Large orders at even distances, if they were requested. */
  regularOrders?: RegularOrdersTold
  /** Events of the horizon on which the shop sells clearly more or less, if they were requested. */
  events?: readonly EventEffect[]
  /**
   * Days ahead that sell unlike usual ones because of closings and sales, as epoch day and ratio, if they were requested and
   * there are any.
   */
  dayRatios?: readonly (readonly [number, number])[]
  /** What the shop knows of the season, if it was requested and changes the forecast. */
  season?: SeasonKnown
  /** Parts whose sum is the expected demand, if they were requested. */
  parts?: DemandParts
}

export interface SeriesForecast {
  id: string
  basis: ForecastBasis
  demandClass: DemandClass
  model: string
  distribution: DemandDistribution
  evidence: Evidence
  /** null if the history is too short to score. */
  accuracy: Accuracy | null
}
