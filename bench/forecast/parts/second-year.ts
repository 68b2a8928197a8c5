import { type DataSet, loadSet } from '../data-sets.ts'
import type { Findings } from '../findings.ts'
import { engineForecasts } from '../methods/engine.ts'
import { localEnsemble } from '../methods/local-ensemble.ts'
import { addForecasts, casesAt } from '../methods/score-method.ts'
import type { PartInput } from '../parts.ts'
import { Scorer } from '../score.ts'
import { SumScorer, sumOfDistribution } from '../sum-score.ts'

const DAYS = 90
const STEP_DAYS = 30
/** Days of sales of the shop: with few past origins that have a year before them, and with up to a year of such origins. */
const AGES = [
  { name: '13 to 17 months', from: 400, to: 490 },
  { name: '17 to 25 months', from: 520, to: 760 },
]

/** Scores sums of 30 and 90 days of a shop as it was in its second year, when one season is all that it has seen. */
export function benchSecondYear({ set, findings }: PartInput): void {
  console.log(`\n${set.name}, a shop in its second year`)
  for (const age of AGES) scoreAge(set, age, findings)
}

function scoreAge(set: DataSet, { name, from, to }: (typeof AGES)[number], findings: Findings): void {
  const sales = loadSet(set)
  const [engine, local, sums] = [new Scorer(), new Scorer(), new SumScorer(DAYS)]
  for (let days = from; days <= Math.min(to, sales.days - DAYS); days += STEP_DAYS) {
    const cases = casesAt(sales, sales.days - days)
    const forecasts = engineForecasts(cases, DAYS)
    addForecasts(engine, cases, () => forecasts)
    addForecasts(local, cases, localEnsemble)
    cases.forEach(({ history, future }, i) => {
      sums.add(history, future, sumOfDistribution(forecasts[i]!, DAYS))
    })
  }
  const [ours, theirs, ninety] = [engine.result(), local.result(), sums.result()]
  const key = `${set.name}/second year, ${name}`
  console.log(
    `  ${name}: cPL30 ${ours.cpl[2].toFixed(4)}, local ensemble ${theirs.cpl[2].toFixed(4)}; ` +
      `cPL90 ${ninety.cpl.toFixed(4)}, coverage ${ninety.coverage.toFixed(4)}`,
  )
  findings.error(`${key}, cPL30`, ours.cpl[2])
  findings.figure(`${key}, cPL30 of the local ensemble`, theirs.cpl[2])
  findings.error(`${key}, cPL90`, ninety.cpl)
  findings.figure(`${key}, coverage90`, ninety.coverage)
}
