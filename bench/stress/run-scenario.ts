import {
  type DemandDistribution,
  fillDemandQuantiles,
  forecastSeries,
  learnShop,
  meanDemand,
  type SeriesInput,
} from '../../packages/forecasting/src/index.ts'
import { meanOfLast, plainDistribution } from '../forecast/plain-distribution.ts'
import { Draws } from './random-units.ts'
import { getCoverage, getMean, pinballLoss, SCORED_AT, trueLoss, trueQuantiles } from './score.ts'
import { getFuture, getSeries, HORIZONS, ORIGIN, type Process, type Scenario } from './shop.ts'

const METHODS = ['engine', '30 days', 'last year']
const COUNT = 2000

export type Sums = ReturnType<typeof emptySums>

/** Largest mean and largest .95 quantile of the demand that may be forecast for a product that no longer sells. */
const TRACE = { mean: 0.5, quantile: 2 }

/** Forecasts the shop of one seed, and adds its scores. */
export function runScenario(
  scenario: Scenario,
  seed: number,
  all: Sums[],
  note: (line: string) => void,
): void {
  const draws = new Draws(seed * 7919 + hash(`${scenario.family} ${scenario.name}`))
  const { products, events = [] } = scenario.shop(draws)
  const series = products.map((one, i) => getSeries(one, `p${i}`, draws))
  const { knowledge, trained } = learnShop({
    origin: ORIGIN,
    series,
    horizonDays: HORIZONS[1],
    expectsFirstSales: true,
    shopEvents: events,
  })
  products.forEach((process, i) => {
    if (!process.isScored) return
    const one = series[i]!
    const forecasts = [forecastSeries(one, knowledge, trained[i]).distribution, plainMean(one), lastYear(one)]
    getFuture(process, COUNT, draws).forEach((future, h) => {
      const line = addScores(all[h]!, process, forecasts, future)
      note(`    s${seed} p${i} ${line}`)
    })
  })
}

function addScores(
  sums: Sums,
  process: Process,
  forecasts: DemandDistribution[],
  future: Float64Array,
): string {
  const { days } = sums
  const truth = trueLoss(future)
  const mean = meanDemand(forecasts[0]!, days)
  sums.products++
  sums.mean += mean
  sums.trueMean += getMean(future)
  sums.trueLoss += truth
  sums.allowance += process.seenDays ? Math.sqrt(1 + days / process.seenDays) : 1
  const [engine] = forecasts.map((forecast, m) => {
    const quantiles = new Float64Array(SCORED_AT.length)
    fillDemandQuantiles(forecast, days, SCORED_AT, quantiles)
    const loss = pinballLoss(quantiles, future)
    const covered = getCoverage(quantiles, future)
    sums.loss[m]! += loss
    sums.covered[m]! += covered
    return { quantiles, loss, covered }
  })
  const { quantiles, loss, covered } = engine!
  if (future.at(-1) === 0) {
    sums.withoutDemand++
    if (mean > TRACE.mean || quantiles.at(-1)! > TRACE.quantile) sums.falseAlarms++
  }
  return [
    `${days}d mean ${mean.toFixed(1)} (${getMean(future).toFixed(1)}) q ${quantiles.join(' ')}`,
    `true ${trueQuantiles(future).join(' ')}`,
    `regret ${(loss / truth).toFixed(2)} covered ${covered.toFixed(2)}`,
  ].join(' | ')
}

/** Returns no sums yet over the scored products of one scenario, for one number of days. */
export function emptySums(days: number) {
  const zeros = () => METHODS.map(() => 0)
  return {
    days,
    products: 0,
    /** The mean demand of the forecasts and of the truth. */
    mean: 0,
    trueMean: 0,
    /** Losses in units, by method, and of the true quantiles. */
    loss: zeros(),
    trueLoss: 0,
    /** The shares of draws in the interval, by method. */
    covered: zeros(),
    allowance: 0,
    /** Products without demand ahead, and those of them that are forecast to have more than a trace of it. */
    withoutDemand: 0,
    falseAlarms: 0,
  }
}

function hash(text: string): number {
  let value = 7
  for (let i = 0; i < text.length; i++) value = (Math.imul(value, 31) + text.charCodeAt(i)) | 0
  return value
}

const MONTH = 30
const YEAR = 365

function plainMean({ unitsSold }: SeriesInput): DemandDistribution {
  return plainDistribution(unitsSold, meanOfLast(unitsSold, MONTH))
}

/** Returns the same days of last year, with a negative binomial; the mean of 30 days for a series without them. */
function lastYear(series: SeriesInput): DemandDistribution {
  const { unitsSold } = series
  if (unitsSold.length < YEAR) return plainMean(series)
  return plainDistribution(unitsSold, 1, unitsSold.subarray(-YEAR, HORIZONS[1] - YEAR))
}
