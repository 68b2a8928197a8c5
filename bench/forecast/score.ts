import { type DemandDistribution, demandQuantile, meanDemand } from '../../packages/forecasting/src/index.ts'
import { meanOfLast } from './plain-distribution.ts'

const DEMAND_CLASSES = ['smooth', 'erratic', 'intermittent', 'lumpy'] as const

/** Days forecast from every origin, and the horizons of the summed demand that are scored. */
const HORIZON = 30
const SUM_DAYS = [7, 14, 30]
export const DAY_PROBABILITIES = [0.05, 0.165, 0.25, 0.5, 0.75, 0.835, 0.95]
/** The first is the lower end of an interval, whose loss does not count. */
export const SUM_PROBABILITIES = [0.05, 0.5, 0.8, 0.9, 0.95]
/** Stock levels for the stockout date, in days of recent mean demand. */
const STOCK_DAYS = [5, 10, 15, 20, 25, 30, 35, 40]

const FIFTHS = 5
/** Units by which a sum of means may differ from a whole number that it equals. */
const ROUNDING = 1e-9

interface Demand {
  mean: number
  /** At `DAY_PROBABILITIES` for a day, at `SUM_PROBABILITIES` for a sum of days. */
  quantiles: ArrayLike<number>
}

export interface Forecast {
  days: Demand[]
  sums: Map<number, Demand>
  /** For each stock level, the median of the days until stockout, and the stockout probability within 14 days. */
  stockouts: { onHand: number; daysByMedian: number; within14: number }[]
}

export type Scores = ReturnType<Scorer['result']>

/** Returns whether a series has 60 days on sale, sales on 8 of them, and one in the last 60 days. */
export function isEligible(history: Float64Array): boolean {
  const selling = history.filter((units) => units > 0).length
  return history.length >= 60 && selling >= 8 && history.subarray(-60).some((units) => units > 0)
}

/**
 * Returns the scales of errors: mean squared and absolute differences of successive days since the first
 * sale.
 */
function getScales(history: Float64Array): { squared: number; absolute: number } {
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
function getDemandClass(history: Float64Array): (typeof DEMAND_CLASSES)[number] {
  const sizes = history.filter((units) => units > 0)
  const mean = sizes.reduce((sum, units) => sum + units, 0) / sizes.length
  const variation = sizes.reduce((sum, units) => sum + (units / mean - 1) ** 2, 0) / sizes.length
  const isFrequent = history.length / sizes.length < 1.32
  if (variation < 0.49) return isFrequent ? 'smooth' : 'intermittent'
  return isFrequent ? 'erratic' : 'lumpy'
}

export class SumScorer {
  readonly days: number
  #count = 0
  #cpl = 0
  #covered = 0
  #forecast = 0
  #actual = 0
  #pinball90 = 0

  constructor(days: number) {
    this.days = days
  }

  /** Adds one forecast, and returns its loss. */
  add(history: Float64Array, future: Float64Array, { mean, quantiles }: Demand): number {
    const { absolute } = getScales(history)
    if (!(absolute > 0)) return 0
    const scale = absolute * Math.sqrt(this.days)
    const actual = future.subarray(0, this.days).reduce((total, units) => total + units, 0)
    const [, ...losses] = SUM_PROBABILITIES.map((p, i) => pinball(actual, quantiles[i]!, p) / scale)
    const loss = losses.reduce((total, each) => total + each, 0) / losses.length
    this.#count++
    this.#cpl += loss
    this.#pinball90 += losses[2] as number
    this.#covered += actual >= quantiles[0]! && actual <= quantiles[4]! ? 1 : 0
    this.#forecast += mean
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

export function sumOfDistribution(distribution: DemandDistribution, days: number): Demand {
  const quantiles = SUM_PROBABILITIES.map((p) => demandQuantile(distribution, days, p))
  return { mean: meanDemand(distribution, days), quantiles }
}

export class Scorer {
  #count = 0
  readonly #sums = { rmsse: 0, mase: 0, spl: 0, forecast: 0, actual: 0 }
  readonly #horizons = SUM_DAYS.map((days) => new SumScorer(days))
  readonly #stockout = {
    levels: 0,
    error: 0,
    medianError: 0,
    called: 0,
    happened: 0,
    both: 0,
    brier: 0,
  }
  readonly #classes = DEMAND_CLASSES.map((name) => ({ name, count: 0, sum: 0 }))
  readonly #fifths = Array.from({ length: FIFTHS }, () => ({ cases: 0, predicted: 0, observed: 0 }))

  add(history: Float64Array, future: Float64Array, forecast: Forecast): void {
    const scale = getScales(history)
    if (!(scale.absolute > 0)) return
    this.#count++
    this.#addDays(future, forecast, scale)
    const losses = this.#horizons.map((horizon) =>
      horizon.add(history, future, forecast.sums.get(horizon.days)!),
    )
    const demandClass = getDemandClass(history)
    const one = this.#classes.find(({ name }) => name === demandClass)!
    one.count++
    one.sum += losses.at(-1)!
    for (const stockout of forecast.stockouts) this.#addStockout(future, forecast, stockout)
  }

  #addDays(future: Float64Array, { days }: Forecast, scale: { squared: number; absolute: number }): void {
    let squared = 0
    let absolute = 0
    let loss = 0
    for (const [day, { mean, quantiles }] of days.entries()) {
      const actual = future[day] as number
      const error = actual - mean
      squared += error * error
      absolute += Math.abs(error)
      for (const [i, probability] of DAY_PROBABILITIES.entries())
        loss += pinball(actual, quantiles[i]!, probability)
      this.#sums.forecast += mean
      this.#sums.actual += actual
    }
    this.#sums.rmsse += Math.sqrt(squared / HORIZON / scale.squared)
    this.#sums.mase += absolute / HORIZON / scale.absolute
    this.#sums.spl += loss / HORIZON / DAY_PROBABILITIES.length / scale.absolute
  }

  #addStockout(
    future: Float64Array,
    forecast: Forecast,
    { onHand, daysByMedian, within14 }: Forecast['stockouts'][number],
  ): void {
    let day = 0
    let sold = 0
    while (day < HORIZON && sold < onHand) sold += future[day++] as number
    const actual = sold >= onHand ? day : HORIZON + 1
    const expected = daysByMean(forecast, onHand)
    const called = Number(expected <= 14)
    const happened = Number(actual <= 14)
    const stockout = this.#stockout
    stockout.levels++
    stockout.error += Math.abs(actual - expected)
    stockout.medianError += Math.abs(actual - daysByMedian)
    stockout.called += called
    stockout.happened += happened
    stockout.both += called * happened
    stockout.brier += (within14 - happened) ** 2
    const fifth = this.#fifths[Math.min(FIFTHS - 1, Math.floor(FIFTHS * within14))]!
    fifth.cases++
    fifth.predicted += within14
    fifth.observed += happened
  }

  /** Returns the means; `fifths` are calls of a stockout within 14 days, by fifths of the predicted probability. */
  result() {
    const count = this.#count
    const sums = this.#sums
    const stockout = this.#stockout
    const horizons = this.#horizons.map((horizon) => horizon.result())
    return {
      rmsse: sums.rmsse / count,
      mase: sums.mase / count,
      spl: sums.spl / count,
      cpl: horizons.map(({ cpl }) => cpl) as [number, number, number],
      coverage: horizons.map(({ coverage }) => coverage) as [number, number, number],
      stockoutMae: stockout.error / stockout.levels,
      stockoutMedianMae: stockout.medianError / stockout.levels,
      precision14: stockout.both / stockout.called,
      recall14: stockout.both / stockout.happened,
      brier14: stockout.brier / stockout.levels,
      bias: 1 - sums.forecast / sums.actual,
      classes: this.#classes
        .filter((each) => each.count > 0)
        .map((each) => ({ name: each.name, cpl30: each.sum / each.count })),
      fifths: this.#fifths.map(({ cases, predicted, observed }) => ({
        cases,
        predicted: predicted / cases,
        observed: observed / cases,
      })),
    }
  }
}

/** Returns the stock levels to forecast, rounded up to whole units; none if nothing was sold in 30 days. */
export function stockLevels(history: Float64Array): number[] {
  const mean = meanOfLast(history, 30)
  return mean === 0 ? [] : STOCK_DAYS.map((days) => Math.ceil(days * mean - ROUNDING))
}

/** Returns the day on which the sum of the means reaches the stock; one more than the horizon if none does. */
function daysByMean({ days }: Forecast, onHand: number): number {
  let sold = 0
  for (const [day, { mean }] of days.entries()) {
    sold += mean
    if (sold >= onHand - ROUNDING) return day + 1
  }
  return HORIZON + 1
}
