import { meanDemand } from '../distribution/demand-distribution.ts'
import { demandQuantile, probabilityOfSelling } from '../distribution/read-distribution.ts'
import { FORECAST_NEEDS_DAYS } from '../forecast-needs.ts'
import { addGroup, binomialInterval, emptyShare } from './binomial-interval.ts'
import type { PastDistributions } from './fit-past.ts'
import { REFIT_DAYS, type SimulationVariant } from './simulation-input.ts'

/** One fifth of the predicted probabilities, with the predicted and the observed share, 0–1. */
export interface CalibrationBin {
  from: number
  to: number
  cases: number
  /** Average probability of its cases; null without a case. */
  predicted: number | null
  /** Share of its cases in which the stock ran out; null without a case. */
  observed: number | null
  /** Ends of the 95 % confidence interval of `observed`, clustered by product; null without a case. */
  low: number | null
  high: number | null
}

const BINS = 5
/** Predicted stockout probabilities of the hypothetical stock levels, one for each fifth. */
const TRIAL_LEVELS = [0.1, 0.3, 0.5, 0.7, 0.9]

/**
 * Compares predicted with observed probabilities, as a reliability diagram does (Murphy and Winkler 1977).
 * For each variant and week it takes five hypothetical stock levels, the predicted probability that each runs
 * out within the lead time, and whether the sales of those days reached it. It needs no record of actual
 * stock. Lead times with a day out of stock are left out, because their sales are below demand.
 */
export function calibrationTable(args: {
  series: readonly SimulationVariant[]
  stocks: readonly Float64Array[]
  distributions: PastDistributions
  firstDay: number
  origin: number
}): CalibrationBin[] {
  const { series, distributions, firstDay, origin } = args
  const bins = Array.from({ length: BINS }, () => ({ predicted: 0, share: emptyShare() }))
  series.forEach((variant, index) => {
    const { leadTimeDays } = variant
    const own = bins.map(() => ({ cases: 0, hits: 0 }))
    for (let day = firstDay; leadTimeDays > 0 && day + leadTimeDays - 1 <= origin; day += REFIT_DAYS) {
      const sold = soldFrom(variant, args.stocks[index] as Float64Array, day - variant.firstDay)
      if (sold === null) continue
      const distribution = distributions(index, day)
      for (const units of trialStocks(distribution, leadTimeDays)) {
        const probability = probabilityOfSelling(distribution, leadTimeDays, units)
        const at = Math.min(BINS - 1, Math.floor(probability * BINS))
        const bin = own[at] as (typeof own)[number]
        bin.cases++
        bin.hits += sold >= units ? 1 : 0
        ;(bins[at] as (typeof bins)[number]).predicted += probability
      }
    }
    own.forEach(({ cases, hits }, i) => {
      addGroup((bins[i] as (typeof bins)[number]).share, cases, hits)
    })
  })
  return bins.map(({ predicted, share }, i) => {
    const { cases, hits } = share
    const interval = binomialInterval(share)
    return {
      from: i / BINS,
      to: (i + 1) / BINS,
      cases,
      predicted: cases === 0 ? null : predicted / cases,
      observed: cases === 0 ? null : hits / cases,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
    }
  })
}

/**
 * Returns the units sold in the lead time from index `at`; null if a day is out of stock or the history too
 * short.
 */
function soldFrom(
  { unitsSold, leadTimeDays }: SimulationVariant,
  stock: Float64Array,
  at: number,
): number | null {
  if (at < FORECAST_NEEDS_DAYS || (stock[at - 1] as number) <= 0) return null
  let sold = 0
  for (let t = at; t < at + leadTimeDays; t++) {
    if ((stock[t] as number) <= 0) return null
    sold += unitsSold[t] as number
  }
  return sold
}

/** Returns the distinct hypothetical stock levels, each at least one unit. */
function trialStocks(distribution: ReturnType<PastDistributions>, days: number): number[] {
  if (!(meanDemand(distribution, days) > 0)) return []
  const sizes = TRIAL_LEVELS.map((level) => Math.max(1, demandQuantile(distribution, days, 1 - level)))
  return [...new Set(sizes)]
}
