import { FORECAST_NEEDS_DAYS } from '../forecast-needs.ts'
import { meanDemand } from '../law/demand-law.ts'
import { demandQuantile, probabilityOfSelling } from '../law/read-law.ts'
import type { PastLaws } from './fit-past.ts'
import { REFIT_DAYS, type ReplayVariant } from './replay-input.ts'
import { addGroup, emptyShare, shareInterval } from './share-interval.ts'

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
  series: readonly ReplayVariant[]
  stocks: readonly Float64Array[]
  laws: PastLaws
  firstDay: number
  origin: number
}): CalibrationBin[] {
  const { series, laws, firstDay, origin } = args
  const bins = Array.from({ length: BINS }, () => ({ predicted: 0, share: emptyShare() }))
  series.forEach((variant, index) => {
    const { leadTimeDays } = variant
    const own = bins.map(() => ({ cases: 0, hits: 0 }))
    for (let day = firstDay; leadTimeDays > 0 && day + leadTimeDays - 1 <= origin; day += REFIT_DAYS) {
      const sold = soldFrom(variant, args.stocks[index] as Float64Array, day - variant.firstDay)
      if (sold === null) continue
      const law = laws(index, day)
      for (const units of trialStocks(law, leadTimeDays)) {
        const probability = probabilityOfSelling(law, leadTimeDays, units)
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
    const interval = shareInterval(share)
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
  { unitsSold, leadTimeDays }: ReplayVariant,
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
function trialStocks(law: ReturnType<PastLaws>, days: number): number[] {
  if (!(meanDemand(law, days) > 0)) return []
  const sizes = TRIAL_LEVELS.map((level) => Math.max(1, demandQuantile(law, days, 1 - level)))
  return [...new Set(sizes)]
}
