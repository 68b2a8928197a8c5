import { type DemandDistribution, demandQuantile, meanDemand } from '../../packages/forecasting/src/index.ts'

const DEMAND_CLASSES = ['smooth', 'erratic', 'intermittent', 'lumpy'] as const
export type DemandClass = (typeof DEMAND_CLASSES)[number]

/** Days forecast from every origin, and the horizons of the summed demand that are scored. */
export const HORIZON = 30
export const SUM_DAYS = [7, 14, 30] as const
export const DAY_PROBABILITIES = [0.05, 0.165, 0.25, 0.5, 0.75, 0.835, 0.95] as const
export const SUM_PROBABILITIES = [0.5, 0.8, 0.9, 0.95] as const
/** Stock levels for the stockout date, in days of recent mean demand. */
export const STOCK_DAYS = [5, 10, 15, 20, 25, 30, 35, 40] as const

const FIFTHS = 5
/** Units by which a sum of means may differ from a whole number that it equals. */
const ROUNDING = 1e-9

/** The forecast of one series at one origin. */
export interface Forecast {
  /** Index = day - 1. */
  dayMean: Float64Array
  /** For each day, the quantiles at `DAY_PROBABILITIES`. */
  dayQuantiles: Float64Array
  /** For each horizon of `SUM_DAYS`, the quantiles at .05, .5, .8, .9, .95. */
  sumQuantiles: Float64Array
  /**
   * For each stock level: days until stockout, by mean and median, and the stockout probability within 14
   * days.
   */
  stockouts: readonly StockoutForecast[]
}

export interface StockoutForecast {
  onHand: number
  daysByMean: number
  daysByMedian: number
  within14: number
}

export interface Scores {
  count: number
  rmsse: number
  mase: number
  spl: number
  cpl: [number, number, number]
  coverage: [number, number, number]
  stockoutMae: number
  stockoutMedianMae: number
  precision14: number
  recall14: number
  brier14: number
  bias: number
  /** Calls of a stockout within 14 days, by fifths of the predicted probability. */
  fifths: Fifth[]
  /** Mean cPL30 of the series of each demand class. */
  classes: Record<DemandClass, { count: number; cpl30: number }>
}

export interface Fifth {
  cases: number
  predicted: number
  observed: number
}

/** Returns whether a series has 60 days on sale, sales on 8 of them, and one in the last 60 days. */
export function isEligible(history: Float64Array): boolean {
  let selling = 0
  for (const units of history) if (units > 0) selling++
  return history.length >= 60 && selling >= 8 && history.subarray(-60).some((units) => units > 0)
}

/**
 * Returns the scales of errors: mean squared and absolute differences of successive days since the first
 * sale.
 */
export function getScales(history: Float64Array): { squared: number; absolute: number } {
  const first = history.findIndex((units) => units > 0)
  let squared = 0
  let absolute = 0
  for (let i = first + 1; i < history.length; i++) {
    const step = (history[i] as number) - (history[i - 1] as number)
    squared += step * step
    absolute += Math.abs(step)
  }
  const steps = history.length - first - 1
  return { squared: squared / steps, absolute: absolute / steps }
}

/** Returns the pinball loss without the factor 2, as in M5-uncertainty, which the reference table uses. */
export function pinball(actual: number, quantile: number, probability: number): number {
  return actual >= quantile ? probability * (actual - quantile) : (1 - probability) * (quantile - actual)
}

/** Returns the class by Syntetos, Boylan and Croston 2005: mean interval of sales, squared variation of their sizes. */
function getDemandClass(history: Float64Array): DemandClass {
  const sizes = history.filter((units) => units > 0)
  const mean = sizes.reduce((sum, units) => sum + units, 0) / sizes.length
  const variation = sizes.reduce((sum, units) => sum + (units / mean - 1) ** 2, 0) / sizes.length
  const isFrequent = history.length / sizes.length < 1.32
  if (variation < 0.49) return isFrequent ? 'smooth' : 'intermittent'
  return isFrequent ? 'erratic' : 'lumpy'
}

function eachClass<T>(of: (name: DemandClass) => T): Record<DemandClass, T> {
  return Object.fromEntries(DEMAND_CLASSES.map((name) => [name, of(name)])) as Record<DemandClass, T>
}

/** Scores forecasts of the sum of several days, with equal weights. */
export class SumScorer {
  readonly #days: number
  #count = 0
  #cpl = 0
  #covered = 0
  #forecast = 0
  #actual = 0
  #pinball90 = 0

  constructor(days: number) {
    this.#days = days
  }

  /** Adds one forecast: its mean, and its quantiles at .05 and `SUM_PROBABILITIES`. Returns its loss. */
  add(history: Float64Array, future: Float64Array, sum: { mean: number; quantiles: Float64Array }): number {
    const { absolute } = getScales(history)
    if (!(absolute > 0)) return 0
    const scale = absolute * Math.sqrt(this.#days)
    const actual = future.subarray(0, this.#days).reduce((total, units) => total + units, 0)
    const at = (i: number) => sum.quantiles[i] as number
    const losses = SUM_PROBABILITIES.map((p, i) => pinball(actual, at(i + 1), p) / scale)
    const loss = losses.reduce((total, each) => total + each, 0) / losses.length
    this.#count++
    this.#cpl += loss
    this.#pinball90 += losses[2] as number
    this.#covered += actual >= at(0) && actual <= at(4) ? 1 : 0
    this.#forecast += sum.mean
    this.#actual += actual
    return loss
  }

  /** Returns the means; `pinball90` is the part of the quantile at .9, and a positive bias is a low forecast. */
  result() {
    const count = this.#count
    return {
      count,
      cpl: this.#cpl / count,
      pinball90: this.#pinball90 / count,
      coverage: this.#covered / count,
      bias: 1 - this.#forecast / this.#actual,
    }
  }
}

/** Returns the mean of the sum of some days, and its quantiles at .05 and `SUM_PROBABILITIES`. */
export function sumOfDistribution(distribution: DemandDistribution, days: number) {
  const quantiles = Float64Array.from([0.05, ...SUM_PROBABILITIES], (p) =>
    demandQuantile(distribution, days, p),
  )
  return { mean: meanDemand(distribution, days), quantiles }
}

/** Sums scores over series and origins with equal weights. */
export class Scorer {
  private count = 0
  private readonly sums = { rmsse: 0, mase: 0, spl: 0, forecast: 0, actual: 0 }
  private readonly horizons = SUM_DAYS.map((days) => new SumScorer(days))
  private readonly stockout = {
    levels: 0,
    error: 0,
    medianError: 0,
    called: 0,
    happened: 0,
    both: 0,
    brier: 0,
  }
  private readonly classes = eachClass(() => ({ count: 0, sum: 0 }))
  private readonly fifths = Array.from({ length: FIFTHS }, () => ({ cases: 0, predicted: 0, observed: 0 }))

  add(history: Float64Array, future: Float64Array, forecast: Forecast): void {
    const scale = getScales(history)
    if (!(scale.absolute > 0)) return
    this.count++
    this.addDays(future, forecast, scale)
    const one = this.classes[getDemandClass(history)]
    one.count++
    const losses = this.horizons.map((horizon, h) => {
      const quantiles = forecast.sumQuantiles.subarray(h * 5, h * 5 + 5)
      return horizon.add(history, future, { mean: 0, quantiles })
    })
    one.sum += losses.at(-1)!
    for (const stockout of forecast.stockouts) this.addStockout(future, stockout)
  }

  private addDays(
    future: Float64Array,
    forecast: Forecast,
    scale: { squared: number; absolute: number },
  ): void {
    let squared = 0
    let absolute = 0
    let loss = 0
    const width = DAY_PROBABILITIES.length
    for (let day = 0; day < HORIZON; day++) {
      const actual = future[day] as number
      const error = actual - (forecast.dayMean[day] as number)
      squared += error * error
      absolute += Math.abs(error)
      for (let i = 0; i < width; i++) {
        loss += pinball(
          actual,
          forecast.dayQuantiles[day * width + i] as number,
          DAY_PROBABILITIES[i] as number,
        )
      }
      this.sums.forecast += forecast.dayMean[day] as number
      this.sums.actual += actual
    }
    this.sums.rmsse += Math.sqrt(squared / HORIZON / scale.squared)
    this.sums.mase += absolute / HORIZON / scale.absolute
    this.sums.spl += loss / HORIZON / width / scale.absolute
  }

  private addStockout(future: Float64Array, forecast: StockoutForecast): void {
    let day = 0
    let sold = 0
    while (day < HORIZON && sold < forecast.onHand) sold += future[day++] as number
    const actual = sold >= forecast.onHand ? day : HORIZON + 1
    const { stockout } = this
    const called = forecast.daysByMean <= 14
    const happened = actual <= 14
    stockout.levels++
    stockout.error += Math.abs(actual - forecast.daysByMean)
    stockout.medianError += Math.abs(actual - forecast.daysByMedian)
    stockout.called += called ? 1 : 0
    stockout.happened += happened ? 1 : 0
    stockout.both += called && happened ? 1 : 0
    const fifth = this.fifths[Math.min(FIFTHS - 1, Math.floor(FIFTHS * forecast.within14))] as Fifth
    fifth.cases++
    fifth.predicted += forecast.within14
    fifth.observed += happened ? 1 : 0
    stockout.brier += (forecast.within14 - (happened ? 1 : 0)) ** 2
  }

  result(): Scores {
    const { count, sums, stockout } = this
    const perSeries = (sum: number) => sum / count
    const horizons = this.horizons.map((horizon) => horizon.result())
    return {
      count,
      rmsse: perSeries(sums.rmsse),
      mase: perSeries(sums.mase),
      spl: perSeries(sums.spl),
      cpl: horizons.map(({ cpl }) => cpl) as [number, number, number],
      coverage: horizons.map(({ coverage }) => coverage) as [number, number, number],
      stockoutMae: stockout.error / stockout.levels,
      stockoutMedianMae: stockout.medianError / stockout.levels,
      precision14: stockout.both / stockout.called,
      recall14: stockout.both / stockout.happened,
      brier14: stockout.brier / stockout.levels,
      bias: 1 - sums.forecast / sums.actual,
      classes: eachClass((name) => {
        const { count: cases, sum } = this.classes[name]
        return { count: cases, cpl30: sum / cases }
      }),
      fifths: this.fifths.map(({ cases, predicted, observed }) => ({
        cases,
        predicted: predicted / cases,
        observed: observed / cases,
      })),
    }
  }
}

/** Returns the stock levels to forecast, rounded up to whole units; none if nothing was sold in 30 days. */
export function stockLevels(history: Float64Array): number[] {
  const recent = history.subarray(-30)
  const mean = recent.reduce((sum, units) => sum + units, 0) / recent.length
  return mean === 0 ? [] : STOCK_DAYS.map((days) => Math.ceil(days * mean - ROUNDING))
}

/** Returns the day on which the sum of the means reaches the stock; one more than the horizon if none does. */
export function daysByMean(dayMean: Float64Array, onHand: number): number {
  let sold = 0
  for (let day = 0; day < HORIZON; day++) {
    sold += dayMean[day] as number
    if (sold >= onHand - ROUNDING) return day + 1
  }
  return HORIZON + 1
}
