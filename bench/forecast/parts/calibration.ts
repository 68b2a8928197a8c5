import type { Sales } from '../../../apps/cli/src/read-sales.ts'
import {
  type DemandDistribution,
  demandQuantile,
  probabilityOfSelling,
} from '../../../packages/forecasting/src/index.ts'
import { CUT_DAYS, loadSet, ORIGINS_BACK } from '../data-sets.ts'
import type { Findings } from '../findings.ts'
import { forecastsAt } from '../methods/engine.ts'
import { addForecasts, type Case } from '../methods/score-method.ts'
import type { PartInput } from '../parts.ts'
import { type Fifth, HORIZON, Scorer } from '../score.ts'
import { NINETY_ORIGINS_BACK } from './ninety-days.ts'

const STEP_DAYS = 30
/** Days of sales before the earliest origin. */
const LEAST_DAYS = 400

/** What was forecast at one origin, and what happened. */
interface Outcome {
  back: number
  /** Stockouts within 14 days. */
  fifths: readonly Fifth[]
  covered: Coverage
}

/** How many sums there were, in their 90 % interval, and how many the forecasts expect there. */
interface Coverage {
  sums: number
  observed: number
  expected: number
}

/**
 * Says how far stockouts within 14 days and intervals may be from what was forecast by chance, and by the grain of whole
 * units. The series of one origin share its weather and its promotions, so that the standard error counts origins,
 * not cases. An interval of whole units covers more than its probability: one from 0 leaves nothing out below.
 */
export function benchCalibration({ set, findings }: PartInput): void {
  const sales = loadSet(set)
  const outcomes: Outcome[] = []
  for (let back = STEP_DAYS; sales.days - back >= LEAST_DAYS; back += STEP_DAYS)
    outcomes.push(outcomeAt(sales, back))
  const cut = ORIGINS_BACK.map((back) => back + CUT_DAYS)
  for (const [name, isIn] of [
    ['main', (back: number) => ORIGINS_BACK.includes(back)],
    ['cut', (back: number) => cut.includes(back)],
    ['all', () => true],
  ] as const) {
    const some = outcomes.filter(({ back }) => isIn(back))
    const key = `${set.name}/calibration ${name}`
    console.log(`\n${set.name}, ${name}: ${some.length} origins`)
    for (let f = 0; f < 5; f++) reportFifth(`${key}, runs out, fifth ${f + 1}`, some, f, findings)
    const covered = some.map((one) => one.covered)
    reportCoverage(`${key}, coverage30`, covered, findings)
  }
  const covered = NINETY_ORIGINS_BACK.map((back) => coverageAt(sales, back, 90))
  reportCoverage(`${set.name}/calibration ninety, coverage90`, covered, findings)
}

function outcomeAt(sales: Sales, back: number): Outcome {
  const scorer = new Scorer()
  const { cases, forecasts } = forecastsAt(sales, back, HORIZON)
  addForecasts(scorer, cases, () => forecasts)
  return { back, fifths: scorer.result().fifths, covered: coverageOf(cases, forecasts, HORIZON) }
}

function coverageAt(sales: Sales, back: number, days: number): Coverage {
  const { cases, forecasts } = forecastsAt(sales, back, days)
  return coverageOf(cases, forecasts, days)
}

function coverageOf(
  cases: readonly Case[],
  forecasts: readonly DemandDistribution[],
  days: number,
): Coverage {
  let [observed, expected] = [0, 0]
  cases.forEach(({ future }, i) => {
    const forecast = forecasts[i]!
    const [low, high] = [0.05, 0.95].map((p) => demandQuantile(forecast, days, p)) as [number, number]
    const sold = future.subarray(0, days).reduce((sum, units) => sum + units, 0)
    observed += sold >= low && sold <= high ? 1 : 0
    expected += probabilityOfSelling(forecast, days, low) - probabilityOfSelling(forecast, days, high + 1)
  })
  return { sums: cases.length, observed, expected }
}

function reportFifth(key: string, outcomes: readonly Outcome[], fifth: number, findings: Findings): void {
  const { difference, error } = meanByOrigin(outcomes.map(({ fifths }) => fifths[fifth]!))
  console.log(`  fifth ${fifth + 1}: observed − predicted ${percent(difference)} ± ${percent(error)}`)
  findings.figure(key, difference)
  findings.figure(`${key}, standard error`, error)
}

function reportCoverage(key: string, covered: readonly Coverage[], findings: Findings): void {
  const total = (name: keyof Coverage) => covered.reduce((sum, one) => sum + one[name], 0)
  const [observed, expected] = [total('observed') / total('sums'), total('expected') / total('sums')]
  console.log(`  ${key}: ${percent(observed)}, where the forecasts expect ${percent(expected)}`)
  findings.figure(key, observed)
  findings.figure(`${key}, expected`, expected)
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
    const left = excess - difference * sampled[i]!.cases
    return sum + left * left
  }, 0)
  const count = sampled.length
  return { difference, error: Math.sqrt((count / (count - 1)) * squares) / cases }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
