import { type DemandDistribution, demandQuantile, meanDemand } from '../../packages/forecasting/src/index.ts'
import { mean, sum } from '../launch/figures.ts'
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

/** Returns the scales of errors: mean squared and absolute differences of successive days since the first sale. */
function getScales(history: Float64Array): { squared: number; absolute: number } {
  const sold = history.subarray(history.findIndex((units) => units > 0))
  const steps = Array.from(sold.subarray(1), (units, i) => units - sold[i]!)
  return { squared: mean(steps, (step) => step * step), absolute: mean(steps, Math.abs) }
}

/** Returns the pinball loss without the factor 2, as in M5-uncertainty, which the reference table uses. */
export function pinball(actual: number, quantile: number, probability: number): number {
  return actual >= quantile ? probability * (actual - quantile) : (1 - probability) * (quantile - actual)
}

/** Returns the class by Syntetos, Boylan and Croston 2005: mean interval of sales, squared variation of their sizes. */
function getDemandClass(history: Float64Array): (typeof DEMAND_CLASSES)[number] {
  const sizes = history.filter((units) => units > 0)
  const size = sizes.reduce((total, units) => total + units, 0) / sizes.length
  const variation = sizes.reduce((total, units) => total + (units / size - 1) ** 2, 0) / sizes.length
  const isFrequent = history.length / sizes.length < 1.32
  if (variation < 0.49) return isFrequent ? 'smooth' : 'intermittent'
  return isFrequent ? 'erratic' : 'lumpy'
}

export class SumScorer {
  readonly days: number
  readonly #all: { loss: number; pinball90: number; covered: number; forecast: number; actual: number }[] = []

  constructor(days: number) {
    this.days = days
  }

  /** Adds one forecast, and returns its loss. */
  add(history: Float64Array, future: Float64Array, { mean: forecast, quantiles }: Demand): number {
    const { absolute } = getScales(history)
    if (!(absolute > 0)) return 0
    const scale = absolute * Math.sqrt(this.days)
    const actual = future.subarray(0, this.days).reduce((total, units) => total + units, 0)
    const [, ...losses] = SUM_PROBABILITIES.map((p, i) => pinball(actual, quantiles[i]!, p) / scale)
    const loss = mean(losses, (each) => each)
    const covered = Number(actual >= quantiles[0]! && actual <= quantiles[4]!)
    this.#all.push({ loss, pinball90: losses[2]!, covered, forecast, actual })
    return loss
  }

  /** Returns the means; `pinball90` is the part of the quantile at .9, and a positive bias is a low forecast. */
  result() {
    const all = this.#all
    return {
      count: all.length,
      cpl: mean(all, ({ loss }) => loss),
      pinball90: mean(all, ({ pinball90 }) => pinball90),
      coverage: mean(all, ({ covered }) => covered),
      bias: 1 - sum(all, ({ forecast }) => forecast) / sum(all, ({ actual }) => actual),
    }
  }
}

export function sumOfDistribution(distribution: DemandDistribution, days: number): Demand {
  const quantiles = SUM_PROBABILITIES.map((p) => demandQuantile(distribution, days, p))
  return { mean: meanDemand(distribution, days), quantiles }
}

export class Scorer {
  readonly #series: (ReturnType<typeof scoreDays> & { demandClass: string; cpl30: number })[] = []
  readonly #horizons = SUM_DAYS.map((days) => new SumScorer(days))
  readonly #stockouts: ReturnType<typeof scoreStockout>[] = []

  add(history: Float64Array, future: Float64Array, forecast: Forecast): void {
    const scale = getScales(history)
    if (!(scale.absolute > 0)) return
    const losses = this.#horizons.map((horizon) =>
      horizon.add(history, future, forecast.sums.get(horizon.days)!),
    )
    const demandClass = getDemandClass(history)
    this.#series.push({ ...scoreDays(future, forecast, scale), demandClass, cpl30: losses.at(-1)! })
    for (const stockout of forecast.stockouts) this.#stockouts.push(scoreStockout(future, forecast, stockout))
  }

  /** Returns the means; `fifths` are calls of a stockout within 14 days, by fifths of the predicted probability. */
  result() {
    const [series, stockouts] = [this.#series, this.#stockouts]
    const horizons = this.#horizons.map((horizon) => horizon.result())
    return {
      rmsse: mean(series, ({ rmsse }) => rmsse),
      mase: mean(series, ({ mase }) => mase),
      spl: mean(series, ({ spl }) => spl),
      cpl: horizons.map(({ cpl }) => cpl) as [number, number, number],
      coverage: horizons.map(({ coverage }) => coverage) as [number, number, number],
      stockoutMae: mean(stockouts, ({ error }) => error),
      stockoutMedianMae: mean(stockouts, ({ medianError }) => medianError),
      precision14: mean(
        stockouts.filter((one) => one.called === 1),
        ({ happened }) => happened,
      ),
      recall14: mean(
        stockouts.filter((one) => one.happened === 1),
        ({ called }) => called,
      ),
      brier14: mean(stockouts, ({ within14, happened }) => (within14 - happened) ** 2),
      bias: 1 - sum(series, ({ forecast }) => forecast) / sum(series, ({ actual }) => actual),
      classes: DEMAND_CLASSES.flatMap((name) => {
        const all = series.filter(({ demandClass }) => demandClass === name)
        return all.length === 0 ? [] : [{ name, cpl30: mean(all, ({ cpl30 }) => cpl30) }]
      }),
      fifths: Array.from({ length: FIFTHS }, (_, n) => {
        const all = stockouts.filter(({ fifth }) => fifth === n)
        const predicted = mean(all, ({ within14 }) => within14)
        return { cases: all.length, predicted, observed: mean(all, ({ happened }) => happened) }
      }),
    }
  }
}

function scoreDays(future: Float64Array, { days }: Forecast, scale: { squared: number; absolute: number }) {
  const errors = days.map((one, day) => future[day]! - one.mean)
  let loss = 0
  for (const [day, { quantiles }] of days.entries())
    for (const [i, probability] of DAY_PROBABILITIES.entries())
      loss += pinball(future[day]!, quantiles[i]!, probability)
  return {
    rmsse: Math.sqrt(sum(errors, (error) => error * error) / HORIZON / scale.squared),
    mase: sum(errors, Math.abs) / HORIZON / scale.absolute,
    spl: loss / HORIZON / DAY_PROBABILITIES.length / scale.absolute,
    forecast: sum(days, (one) => one.mean),
    actual: sum([...days.keys()], (day) => future[day]!),
  }
}

function scoreStockout(
  future: Float64Array,
  { days }: Forecast,
  { onHand, daysByMedian, within14 }: Forecast['stockouts'][number],
) {
  const actual = daysUntil(onHand, [...future.subarray(0, HORIZON)])
  const expected = daysUntil(
    onHand - ROUNDING,
    days.map((one) => one.mean),
  )
  return {
    error: Math.abs(actual - expected),
    medianError: Math.abs(actual - daysByMedian),
    called: Number(expected <= 14),
    happened: Number(actual <= 14),
    within14,
    fifth: Math.min(FIFTHS - 1, Math.floor(FIFTHS * within14)),
  }
}

/** Returns the day on which the units sold reach the stock; one more than the horizon if none does. */
function daysUntil(stock: number, units: readonly number[]): number {
  let sold = 0
  const day = units.findIndex((each) => {
    sold += each
    return sold >= stock
  })
  return day < 0 ? HORIZON + 1 : day + 1
}

/** Returns the stock levels to forecast, rounded up to whole units; none if nothing was sold in 30 days. */
export function stockLevels(history: Float64Array): number[] {
  const daily = meanOfLast(history, 30)
  return daily === 0 ? [] : STOCK_DAYS.map((days) => Math.ceil(days * daily - ROUNDING))
}
