import type { Sales } from '../../../apps/cli/src/read-sales.ts'
import { loadSet } from '../data-sets.ts'
import type { Findings } from '../findings.ts'
import { forecastsAt } from '../methods/engine.ts'
import { localEnsemble } from '../methods/local-ensemble.ts'
import { addForecasts } from '../methods/score-method.ts'
import type { PartInput } from '../parts.ts'
import { Scorer } from '../score.ts'
import { SumScorer, sumOfDistribution } from '../sum-score.ts'

const DAYS = 90
const STEP_DAYS = 30
/** Days of sales of the shop: before it has a year to compare with, with few past origins that have one, and with many. */
const AGES = [
  { name: '3 to 13 months', from: 90, to: 390 },
  { name: '13 to 17 months', from: 400, to: 490 },
  { name: '17 to 25 months', from: 520, to: 760 },
]

/** Scores sums of 30 and 90 days of a shop as it was in its first two years. */
export function benchShopAges({ set, findings }: PartInput): void {
  console.log(`\n${set.name}, a shop in its first two years, each 30 days`)
  const sales = loadSet(set)
  for (const age of AGES) scoreAge(age, { sales, key: `${set.name}/${age.name}`, findings })
}

function scoreAge(
  { name, from, to }: (typeof AGES)[number],
  { sales, key, findings }: { sales: Sales; key: string; findings: Findings },
): void {
  const [engine, local, sums] = [new Scorer(), new Scorer(), new SumScorer(DAYS)]
  for (let days = from; days <= Math.min(to, sales.days - DAYS); days += STEP_DAYS) {
    const { cases, forecasts } = forecastsAt(sales, sales.days - days, DAYS)
    addForecasts(engine, cases, () => forecasts)
    addForecasts(local, cases, localEnsemble)
    cases.forEach(({ history, future }, i) => {
      sums.add(history, future, sumOfDistribution(forecasts[i]!, DAYS))
    })
  }
  const [ours, theirs, ninety] = [engine.result(), local.result(), sums.result()]
  const numbers = [ours.cpl[2], theirs.cpl[2], ours.coverage[2], ninety.cpl, ninety.coverage].map((value) =>
    value.toFixed(4),
  )
  const [cpl30, cpl30Local, coverage30, cpl90, coverage90] = numbers
  console.log(
    `  ${name}: cPL30 ${cpl30} (local ensemble ${cpl30Local}), coverage ${coverage30}; ` +
      `cPL90 ${cpl90}, coverage ${coverage90}`,
  )
  findings.error(`${key}, cPL30`, ours.cpl[2])
  findings.figure(`${key}, cPL30 of the local ensemble`, theirs.cpl[2])
  findings.figure(`${key}, coverage30`, ours.coverage[2])
  findings.error(`${key}, cPL90`, ninety.cpl)
  findings.figure(`${key}, coverage90`, ninety.coverage)
}
