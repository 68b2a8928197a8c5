import { meanDemandBetween } from '../history.ts'
import { ANCHOR_DAYS, anchorVarianceToMean } from '../models/variance-to-mean.ts'
import { sumOver } from './daily-means.ts'
import { type Outcomes, TERMS, writeTerms } from './dispersion.ts'
import { forEachPastForecast, type PastForecast, type PastModel, type SeriesBlock } from './past-forecasts.ts'

/** Days of past outcomes that count. */
const LOOK_BACK_DAYS = 120
/** Minimum share of days in stock: what is assumed of the others does not vary. */
const MIN_KNOWN = 0.8
/** Approximate number of series sampled at each origin, evenly across the catalogue. */
const SERIES_PER_ORIGIN = 300

/**
 * Forecasts past demand at some of the training origins of some of a shop's series, for each anchor that is learned. `series`
 * is the number of all series of the shop.
 */
export function pastOutcomes(block: SeriesBlock, args: PastModel, series: number): Outcomes[] {
  const { days } = args.origins
  const outcomes: Outcomes[] = ANCHOR_DAYS.filter((anchor) => anchor <= days).map(() => ({
    mean: [],
    varianceToMean: [],
    actual: [],
    terms: [],
  }))
  const stride = Math.max(1, Math.floor(series / SERIES_PER_ORIGIN))
  forEachPastForecast(block, args, { stride, longest: LOOK_BACK_DAYS + days }, (forecast) =>
    collect(forecast, args, outcomes),
  )
  return outcomes
}

/** Buffer for the terms of one outcome. */
const terms = new Float64Array(TERMS)

function collect({ view, back, daily }: PastForecast, args: PastModel, outcomes: readonly Outcomes[]): void {
  const { history, end } = view
  writeTerms(view, terms)
  for (let a = 0; a < outcomes.length; a++) {
    const days = ANCHOR_DAYS[a] as number
    if (days > back || back - days > LOOK_BACK_DAYS) continue
    const known = history.daysInStockBefore[end + days]! - history.daysInStockBefore[end]!
    if (known < MIN_KNOWN * days) continue
    const mean = sumOver(daily, days)
    if (!(mean > 0)) continue
    const varianceToMean = anchorVarianceToMean(history, end, a, { pooled: args.varianceToMean, mean })
    const actual = meanDemandBetween(history, end, end + days) * days
    addOutcome(outcomes[a] as Outcomes, mean, varianceToMean, actual)
  }
}

function addOutcome(outcomes: Outcomes, mean: number, varianceToMean: number, actual: number): void {
  outcomes.mean.push(mean)
  outcomes.varianceToMean.push(varianceToMean)
  outcomes.actual.push(actual)
  for (let k = 0; k < TERMS; k++) outcomes.terms.push(terms[k]!)
}
