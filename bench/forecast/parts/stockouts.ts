import type { SeriesInput } from '../../../packages/forecasting/src/index.ts'
import { percent } from '../../launch/figures.ts'
import { type Case, casesAt, loadSet, ORIGINS_BACK } from '../data-sets.ts'
import { engineForecasts } from '../engine.ts'
import type { Part } from '../findings.ts'
import { SumScorer, sumOfDistribution } from '../score.ts'
import { type PolicyDays, runPolicy } from '../stock-policy.ts'

const DAYS = 30
const POLICY_DAYS = 180

type Telling = (
  one: Case,
  days: PolicyDays,
) => Pick<SeriesInput, 'unitsSold' | 'outOfStock' | 'stockKnownFrom'>

const INFERRED = { stockKnownFrom: Number.POSITIVE_INFINITY }
const CENSORED = 'sales and closing stock'
const TELLINGS: Readonly<Record<string, Telling>> = {
  'true demand': ({ history }) => ({ unitsSold: history }),
  'sales only': (_, { sold }) => ({ unitsSold: sold }),
  'sales, stockouts inferred': (_, { sold }) => ({ unitsSold: sold, ...INFERRED }),
  'demand, stockouts inferred': ({ history }) => ({ unitsSold: history, ...INFERRED }),
  'run-out days as ordinary': (_, { sold, closingStock }) => ({
    unitsSold: sold,
    outOfStock: emptyDays(sold, closingStock),
  }),
  [CENSORED]: (_, { sold, closingStock }) => ({
    unitsSold: sold,
    outOfStock: Uint8Array.from(closingStock, (units) => (units <= 0 ? 1 : 0)),
  }),
}

/** Lets each series run out of stock under a plain policy, forecasts from what a store would know, and scores with the true demand. */
export const benchStockouts: Part = ({ set, findings }) => {
  const sales = loadSet(set)
  const scorers = new Map(Object.keys(TELLINGS).map((name) => [name, new SumScorer(DAYS)]))
  const lost = { days: 0, without: 0, demand: 0, sold: 0 }
  for (const back of ORIGINS_BACK) {
    const cases = casesAt(sales, back)
    const policies = cases.map(({ history }) => runPolicy(history, POLICY_DAYS))
    for (const [i, { history }] of cases.entries()) countLost(lost, history, policies[i]!)
    for (const [name, tell] of Object.entries(TELLINGS)) {
      const series = cases.map((one, i) => ({ ...one, ...tell(one, policies[i]!) }))
      engineForecasts(series, DAYS).forEach((distribution, i) => {
        const { history, future } = cases[i]!
        scorers.get(name)!.add(history, future, sumOfDistribution(distribution, DAYS))
      })
    }
  }
  console.log(`\n${set.name}, ${POLICY_DAYS} days with a stock policy, 30-day demand forecast from`)
  console.log(
    `  ${percent(lost.without / lost.days)} of days ended without stock, ${percent(1 - lost.sold / lost.demand)} of demand was lost`,
  )
  for (const [name, scorer] of scorers) {
    const { bias, pinball90, cpl, coverage } = scorer.result()
    console.log(
      `  ${name.padEnd(26)} bias ${bias.toFixed(3)}, pinball .9 ${pinball90.toFixed(3)}, cPL30 ${cpl.toFixed(3)}, coverage ${coverage.toFixed(2)}`,
    )
    findings.figure(`${set.name}/stockouts/${name}/bias`, bias)
    findings.error(`${set.name}/stockouts/${name}/pinball .9`, pinball90)
  }
  const { censoredBias } = set.goals
  const { bias } = scorers.get(CENSORED)!.result()
  if (censoredBias !== null)
    findings.within(`${set.name}/stockouts/bias`, bias, [-censoredBias, censoredBias])
}

/** Returns 1 for the days that ended without stock and sold nothing. */
function emptyDays(sold: Float64Array, closingStock: Float64Array): Uint8Array {
  return Uint8Array.from(sold, (units, t) => (units === 0 && (closingStock[t] as number) <= 0 ? 1 : 0))
}

function countLost(
  lost: { days: number; without: number; demand: number; sold: number },
  history: Float64Array,
  { sold, closingStock }: PolicyDays,
): void {
  for (let t = Math.max(0, history.length - POLICY_DAYS); t < history.length; t++) {
    lost.days++
    lost.without += (closingStock[t] as number) <= 0 ? 1 : 0
    lost.demand += history[t] as number
    lost.sold += sold[t] as number
  }
}
