import { loadSet } from '../data-sets.ts'
import { forecastsAt } from '../methods/engine.ts'
import { addForecasts } from '../methods/score-method.ts'
import type { PartInput } from '../parts.ts'
import { type Fifth, HORIZON, Scorer } from '../score.ts'

const STEP_DAYS = 30
/** Days of sales before the earliest origin. */
const LEAST_DAYS = 400

/**
 * Compares the predicted and the observed share of stockouts within 14 days at all origins 30 days apart. The series of
 * one origin share its weather and its promotions, so that the standard error counts origins, not cases.
 */
export function benchCalibration({ set, findings }: PartInput): void {
  const sales = loadSet(set)
  const fifths: Fifth[][] = []
  for (let back = STEP_DAYS; sales.days - back >= LEAST_DAYS; back += STEP_DAYS) {
    const scorer = new Scorer()
    const { cases, forecasts } = forecastsAt(sales, back, HORIZON)
    addForecasts(scorer, cases, () => forecasts)
    fifths.push(scorer.result().fifths)
  }
  console.log(`\n${set.name}, runs out within 14 days, observed − predicted at ${fifths.length} origins`)
  const key = `${set.name}/calibration`
  findings.figure(`${key}/origins`, fifths.length)
  for (let f = 0; f < 5; f++) {
    const { difference, error } = meanByOrigin(fifths.map((one) => one[f] as Fifth))
    console.log(`  fifth ${f + 1}: ${percent(difference)} ± ${percent(error)}`)
    findings.figure(`${key}/runs out, fifth ${f + 1}`, difference)
    findings.figure(`${key}/runs out, fifth ${f + 1}, standard error`, error)
  }
}

/**
 * Returns the observed minus the predicted share over all cases, and its standard error with each origin as a cluster.
 * Source: Cochran 1977, "Sampling Techniques", §6 (ratio estimator).
 */
function meanByOrigin(origins: readonly Fifth[]): { difference: number; error: number } {
  const sampled = origins.filter(({ cases }) => cases > 0)
  const excesses = sampled.map(({ cases, predicted, observed }) => cases * (observed - predicted))
  const cases = sampled.reduce((sum, one) => sum + one.cases, 0)
  const difference = excesses.reduce((sum, excess) => sum + excess, 0) / cases
  const squares = excesses.reduce((sum, excess, i) => {
    const left = excess - difference * (sampled[i] as Fifth).cases
    return sum + left * left
  }, 0)
  const count = sampled.length
  return { difference, error: Math.sqrt((count / (count - 1)) * squares) / cases }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
