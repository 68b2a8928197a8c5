import type { Sales } from '../../../apps/cli/src/read-sales.ts'
import {
  forecastSeries,
  type Likeness,
  learnShop,
  type SeriesInput,
} from '../../../packages/forecasting/src/index.ts'
import { randomNumbers } from '../../launch/random-numbers.ts'
import { loadSet, ORIGINS_BACK } from '../data-sets.ts'
import { drawn } from '../draw.ts'
import { COLD_START_GOAL } from '../goals.ts'
import { type Case, casesAt } from '../methods/score-method.ts'
import type { PartInput } from '../parts.ts'
import { SumScorer, sumOfDistribution } from '../sum-score.ts'

const SEED = 20_262
const AGES = [0, 7, 14, 28]
const JUDGED_AGES = [7, 14]
const DAYS = 30
/** Share of the catalogue that is made new, and how often other products are drawn. */
const SHARE = 0.1
const DRAWS = 4

/**
 * Makes a tenth of the products new by cutting their histories to a few days, and scores their next 30 days:
 * with the other products of the shop, and with their own days alone.
 */
export function benchColdStart({ set, findings }: PartInput): void {
  const sales = loadSet(set)
  console.log(`\n${set.name}, histories of a tenth of the products cut (seed ${SEED}), cPL30`)
  for (const age of AGES) {
    const { similar, alone } = scoreAge(sales, age)
    const ratio = similar.cpl / alone.cpl
    console.log(
      `  ${String(age).padStart(2)} days: ${similar.cpl.toFixed(4)} with similar products (coverage ${similar.coverage.toFixed(2)}), ${alone.cpl.toFixed(4)} alone, ratio ${ratio.toFixed(3)}`,
    )
    findings.error(`${set.name}/cold ${age}/cPL30`, similar.cpl)
    if (JUDGED_AGES.includes(age)) findings.atMost(`${set.name}/cold ${age}/ratio`, ratio, COLD_START_GOAL)
  }
}

function scoreAge(sales: Sales, age: number) {
  const random = randomNumbers(SEED)
  const [similar, alone] = [new SumScorer(DAYS), new SumScorer(DAYS)]
  for (const back of ORIGINS_BACK) {
    const cases = casesAt(sales, back)
    for (let draw = 0; draw < DRAWS; draw++) {
      const news = new Set(drawn(cases.length, Math.ceil(SHARE * cases.length), random))
      const series = cases.map((one, i) => seriesOf(one, news.has(i) ? age : one.history.length))
      addNew(similar, cases, series, news)
      const own = [...news].map((i) => i)
      addNew(
        alone,
        own.map((i) => cases[i] as Case),
        own.map((i) => series[i] as SeriesInput),
        new Set(own.keys()),
      )
    }
  }
  return { similar: similar.result(), alone: alone.result() }
}

/** Forecasts the new ones among the series of a shop. */
function addNew(
  scorer: SumScorer,
  cases: readonly Case[],
  series: readonly SeriesInput[],
  news: ReadonlySet<number>,
): void {
  const [first] = cases
  if (!first) return
  const origin = first.firstDay + first.history.length - 1
  const { knowledge, trained } = learnShop({
    origin,
    series,
    horizonDays: DAYS,
    expectsFirstSales: true,
  })
  for (const i of news) {
    const { history, future } = cases[i] as Case
    const { distribution } = forecastSeries(series[i] as SeriesInput, knowledge, trained[i])
    scorer.add(history, future, sumOfDistribution(distribution, DAYS))
  }
}

/** Returns a series of which only the last `age` days are known. */
function seriesOf({ id, firstDay, history }: Case, age: number): SeriesInput {
  return {
    id,
    firstDay: firstDay + history.length - age,
    unitsSold: history.subarray(history.length - age),
    likeness: likenessOf(id),
  }
}

/**
 * Returns what the id of a series says: the store and item of `s01_i07`, the brand of `QTY_B1_3`. The numbers of
 * Online Retail II say nothing.
 */
function likenessOf(id: string): Likeness {
  const [, store, item] = /^(s\d+)_(i\d+)$/.exec(id) ?? []
  if (store && item) return { vendor: store, type: item }
  const [, brand] = /^QTY_(B\d+)_/.exec(id) ?? []
  return brand ? { vendor: brand } : {}
}
