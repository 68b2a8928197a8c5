import { type DemandDistribution, demandQuantile, meanDemand, type SeriesInput } from '@stockcast/forecasting'
import { engineForecasts } from '../forecast/engine.ts'
import { meanOfLast, plainDistribution } from '../forecast/plain-distribution.ts'
import { Draws } from './random-units.ts'
import { getCoverage, getMean, pinballLoss, SCORED_AT, trueLoss, trueQuantiles } from './score.ts'
import { getFuture, getSeries, HORIZONS, type Process, type Scenario } from './shop.ts'

const COUNT = 2000
const MONTH = 30
const YEAR = 365
/** Largest mean and largest .95 quantile of the demand that may be forecast for a product that no longer sells. */
const TRACE = { mean: 0.5, quantile: 2 }

export type Score = ReturnType<typeof getScore>

/** Forecasts the shop of one seed, and scores each product for each number of days. */
export function runScenario(scenario: Scenario, seed: number, note: (line: string) => void): Score[] {
  const draws = new Draws(seed * 7919 + hash(`${scenario.family} ${scenario.name}`))
  const { products, events = [] } = scenario.shop(draws)
  const series = products.map((one, i) => getSeries(one, `p${i}`, draws))
  const known = { expectsFirstSales: true, shopEvents: events }
  const engine = engineForecasts(series, HORIZONS[1], known)
  return products.flatMap((process, i) => {
    if (!process.isScored) return []
    const one = series[i]!
    const forecasts = [engine[i]!, plainMean(one), lastYear(one)]
    return getFuture(process, COUNT, draws).map((future, h) => {
      const score = getScore(process, forecasts, HORIZONS[h]!, future)
      note(`    s${seed} p${i} ${score.line}`)
      return score
    })
  })
}

/** Scores the engine, the first of the forecasts, and the plain methods by draws of the demand over these days. */
function getScore(process: Process, forecasts: DemandDistribution[], days: number, future: Float64Array) {
  const all = forecasts.map((one) => SCORED_AT.map((probability) => demandQuantile(one, days, probability)))
  const quantiles = all[0]!
  const losses = all.map((each) => pinballLoss(each, future))
  const [mean, trueMean] = [meanDemand(forecasts[0]!, days), getMean(future)]
  const truth = trueLoss(future)
  const covered = getCoverage(quantiles, future)
  const hasDemand = future.at(-1)! > 0
  return {
    days,
    mean,
    trueMean,
    /** In units, by method. */
    losses,
    trueLoss: truth,
    covered,
    allowance: process.seenDays ? Math.sqrt(1 + days / process.seenDays) : 1,
    hasDemand,
    /** Whether more than a trace is forecast of a product without demand. */
    isFalseAlarm: !hasDemand && (mean > TRACE.mean || quantiles.at(-1)! > TRACE.quantile),
    line: [
      `${days}d mean ${mean.toFixed(1)} (${trueMean.toFixed(1)}) q ${quantiles.join(' ')}`,
      `true ${trueQuantiles(future).join(' ')}`,
      `regret ${(losses[0]! / truth).toFixed(2)} covered ${covered.toFixed(2)}`,
    ].join(' | '),
  }
}

function hash(text: string): number {
  let value = 7
  for (let i = 0; i < text.length; i++) value = (Math.imul(value, 31) + text.charCodeAt(i)) | 0
  return value
}

function plainMean({ unitsSold }: SeriesInput): DemandDistribution {
  return plainDistribution(unitsSold, meanOfLast(unitsSold, MONTH))
}

/** Returns the same days of last year, with a negative binomial; the mean of 30 days for a series without them. */
function lastYear(series: SeriesInput): DemandDistribution {
  const { unitsSold } = series
  if (unitsSold.length < YEAR) return plainMean(series)
  return plainDistribution(unitsSold, 1, unitsSold.subarray(-YEAR, HORIZONS[1] - YEAR))
}
