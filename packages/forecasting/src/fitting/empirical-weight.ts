import { fillNegativeBinomialQuantiles } from '../distribution/negative-binomial.ts'
import { averagedQuantile } from '../distribution/vincentization.ts'
import { type History, meanDemandBetween } from '../history.ts'
import { empiricalDays } from '../models/empirical-days.ts'
import { ANCHOR_DAYS, anchorVarianceToMean } from '../models/variance-to-mean.ts'
import {
  addBreakOutcome,
  addUsualOutcome,
  BREAK_LOSSES,
  type BreakTrust,
  breakTrust,
  MIN_CHANCE_OF_PAST,
} from './break-trust.ts'
import { type Calibration, calibratedAt } from './calibration.ts'
import { sumOver } from './daily-means.ts'
import { DampedSales, JUDGED_BACK } from './damped-sales.ts'
import { TERMS, writeTerms } from './dispersion.ts'
import type { View } from './features.ts'
import { levelBreak, mayHaveBreak } from './level-break.ts'
import { mayHaveSeason, ownSeason, sumOfSeason } from './own-season.ts'
import { forEachPastForecast, type PastForecast, type PastModel, type SeriesBlock } from './past-forecasts.ts'
import { STEP_DAYS } from './training-origins.ts'

/** Weights of the empirical distribution that are compared. */
const WEIGHTS: readonly number[] = [0, 0.25, 0.5, 0.75]
const PROBABILITIES = Float64Array.of(0.1, 0.25, 0.5, 0.75, 0.9)
/** Weights are compared on one forecast out of this many. */
const WEIGHED = 2
/** Approximate number of series sampled at each origin, evenly across the catalogue. */
const SERIES_PER_ORIGIN = 100

/**
 * Returns the quantile losses of the single days after past origins for each weight, in shares of an average day; their
 * forecasts know earlier days only, except for the pooled coefficients. `series` is the number of all series of the shop.
 */
export function empiricalLosses(block: SeriesBlock, args: CalibratedModel, series: number): Float64Array {
  const losses = new Float64Array(WEIGHTS.length + BREAK_LOSSES)
  const stride = Math.max(1, Math.floor(series / SERIES_PER_ORIGIN))
  let count = 0
  forEachPastForecast(block, args, { stride, longest: JUDGED_BACK }, (forecast) => {
    addBreak(forecast, args, losses)
    if (count++ % WEIGHED === 0) addLosses(forecast, args, losses)
  })
  return losses
}

/** Returns the weight with the smallest loss, the smallest of several equal ones; 0 without losses. */
export function empiricalWeight(losses: Float64Array): number {
  const ofWeights = losses.subarray(0, WEIGHTS.length)
  return WEIGHTS[ofWeights.indexOf(Math.min(...ofWeights))] ?? 0
}

/** Returns how far breaks are trusted, from the sums that follow the losses of the weights. */
export function getTrust(losses: Float64Array): BreakTrust {
  return breakTrust(losses.slice(WEIGHTS.length))
}

type CalibratedModel = PastModel & { calibration: Calibration }

function addLosses({ view, ratios, daily }: PastForecast, args: CalibratedModel, losses: Float64Array): void {
  const { history, end } = view
  const days = empiricalDays(history, end, ratios)
  if (!days) return
  const whole = { ...days, weight: 1 }
  const varianceToMean = dayVarianceToMean(view, daily[0] as number, args)
  for (let day = 0; day < STEP_DAYS; day++) {
    const mean = daily[day] as number
    if (!(mean > 0) || !history.inStock[end + day]) continue
    const actual = history.units[end + day] as number
    fillNegativeBinomialQuantiles(PROBABILITIES, mean, varianceToMean, quantiles, 0)
    for (let i = 0; i < PROBABILITIES.length; i++) {
      const probability = PROBABILITIES[i]!
      const quantile = quantiles[i]!
      const ofDays = averagedQuantile(whole, mean, probability, quantile)
      for (let w = 0; w < WEIGHTS.length; w++) {
        const error = actual - Math.round(quantile + WEIGHTS[w]! * (ofDays - quantile))
        losses[w]! += Math.max(probability * error, (probability - 1) * error) / days.mean
      }
    }
  }
}

/** The sums after past origins by which breaks are judged, as an index of the anchors. */
const JUDGED = 2
/** The history that is judged, and its weekday ratios. */
let judged: { history: History; ratios: Float64Array } | null = null

function addBreak(
  { view, ratios, daily, bulkDays }: PastForecast,
  { varianceToMean: pooled, calibration }: CalibratedModel,
  losses: Float64Array,
): void {
  const { history, end } = view
  const days = ANCHOR_DAYS[JUDGED]
  if (end + days > history.n) return
  const [maySeason, mayBreak] = [mayHaveSeason(history, end), mayHaveBreak(history, end)]
  // The ratios of the first origin, so that the totals of a history are made once.
  if (judged?.history !== history) judged = { history, ratios: ratios.slice() }
  const sales = maySeason || mayBreak ? new DampedSales(history, end, judged.ratios, bulkDays) : null
  const season = sales && maySeason ? ownSeason(history, sales, { horizonDays: days, growth: 1 }) : null
  const broken = sales && mayBreak && !season ? levelBreak(sales, pooled, MIN_CHANCE_OF_PAST) : null
  if (!season && !broken) {
    addUsualOutcome(losses, WEIGHTS.length)
    return
  }
  const mean = sumOver(daily, days)
  writeTerms(view, terms)
  const own = anchorVarianceToMean(history, end, JUDGED, { pooled, mean })
  addBreakOutcome(
    losses,
    WEIGHTS.length,
    { season: season && sumOfSeason(season, days), broken },
    {
      days,
      mean,
      varianceToMean: calibratedAt(calibration, JUDGED, own, terms),
      actual: Math.round(meanDemandBetween(history, end, end + days) * days),
    },
  )
}

/** Buffer for the terms of one forecast. */
const terms = new Float64Array(TERMS)

/** Returns the variance-to-mean ratio of single days, as a forecast has it; `mean` is that of the first day. */
function dayVarianceToMean(
  view: View,
  mean: number,
  { varianceToMean, calibration }: CalibratedModel,
): number {
  writeTerms(view, terms)
  const own = anchorVarianceToMean(view.history, view.end, 0, { pooled: varianceToMean, mean })
  return calibratedAt(calibration, 0, own, terms)
}

/** Quantiles of one day without past days, at `PROBABILITIES`. */
const quantiles = new Float64Array(PROBABILITIES.length)
