import type { Sales } from '../../../apps/cli/src/read-sales.ts'
import { unitsOn } from '../../../apps/cli/src/series-at.ts'
import { type DemandDistribution, fillDailyQuantiles } from '../../../packages/forecasting/src/index.ts'
import type { Case } from '../cases.ts'
import { loadSet } from '../data-sets.ts'
import { engineForecasts } from '../engine.ts'
import type { Part } from '../findings.ts'
import { GIFT_GOALS } from '../goals.ts'
import { pinball } from '../score.ts'

const SET = 'pasta_grocery_daily'
const DAYS = 30
const WINDOWS = 7
const PROBABILITIES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
const MEDIAN = PROBABILITIES.indexOf(0.5)
/** Published results of `naive` on this set, and the largest difference of ours. */
const NAIVE = { mase: 1.1348, nd: 1.0583 }
const REPRODUCTION = 0.002

/** Quantiles of each day, one row of `PROBABILITIES` a day. */
type DayQuantiles = (one: Case, index: number) => Float64Array

/**
 * Scores the protocol of GIFT-Eval (Aksu et al. 2024) for `hierarchical_sales/D/short`: seven windows of 30
 * days, mean absolute scaled error of the median with season 1, and the weighted quantile loss of nine deciles.
 * Days on which the store was closed are missing there, so they are neither known nor scored.
 */
export const benchGift: Part = ({ set, findings }) => {
  if (set.name !== SET) return
  const sales = loadSet(set)
  const closed = closedDays(sales)
  const naive = createGiftScore(closed)
  const ours = createGiftScore(closed)
  for (let window = WINDOWS; window >= 1; window--) {
    const back = window * DAYS
    const cases = sales.ids.map((id, row): Case => {
      const [units, end] = [unitsOn(sales, row), sales.days - back]
      const [history, future] = [units.subarray(0, end), units.subarray(end)]
      return { row, id, firstDay: sales.firstDay, history, future }
    })
    const series = cases.map(({ id, firstDay, history }) => {
      return { id, firstDay, unitsSold: history, outOfStock: closed.slice(0, history.length) }
    })
    const forecasts = engineForecasts(series, DAYS)
    naive.add(cases, ({ history }) =>
      new Float64Array(DAYS * PROBABILITIES.length).fill(lastKnown(history, closed)),
    )
    ours.add(cases, (_, i) => getDays(forecasts[i] as DemandDistribution))
  }
  const [check, result] = [naive.result(), ours.result()]
  console.log(`\n${set.name}, protocol of GIFT-Eval, ${WINDOWS} windows of ${DAYS} days`)
  console.log(
    `  naive         MASE ${check.mase.toFixed(4)} (published ${NAIVE.mase}), ND ${check.nd.toFixed(4)}`,
  )
  console.log(`  this engine   MASE ${result.mase.toFixed(4)}, WQL ${result.wql.toFixed(4)}`)
  console.log('  published     TiRex .745 / .570, Chronos-2 .744 / .579, auto_arima .813 / .735')
  findings.within('gift/naive MASE', check.mase, around(NAIVE.mase))
  findings.within('gift/naive ND', check.nd, around(NAIVE.nd))
  findings.atMost('gift/MASE', result.mase, GIFT_GOALS.mase)
  findings.atMost('gift/WQL', result.wql, GIFT_GOALS.wql)
}

function around(value: number): [number, number] {
  return [value - REPRODUCTION, value + REPRODUCTION]
}

function getDays(distribution: DemandDistribution): Float64Array {
  const out = new Float64Array(DAYS * PROBABILITIES.length)
  const width = PROBABILITIES.length
  for (let day = 1; day <= DAYS; day++)
    fillDailyQuantiles(distribution, day, PROBABILITIES, out.subarray((day - 1) * width, day * width))
  return out
}

/** Returns 1 for each day on which no series sold. */
function closedDays(sales: Sales): Uint8Array {
  const closed = new Uint8Array(sales.days).fill(1)
  for (let row = 0; row < sales.ids.length; row++) {
    unitsOn(sales, row).forEach((units, t) => {
      if (units > 0) closed[t] = 0
    })
  }
  return closed
}

function lastKnown(history: Float64Array, closed: Uint8Array): number {
  let t = history.length - 1
  while (closed[t]) t--
  return history[t] as number
}

/** Sums errors of the median and losses of all deciles over the days on which the shop was open. */
function createGiftScore(closed: Uint8Array) {
  let [scaled, days, absolute, actualUnits, losses] = [0, 0, 0, 0, 0]
  return {
    add: (cases: readonly Case[], getQuantiles: DayQuantiles) => {
      cases.forEach((one, index) => {
        const quantiles = getQuantiles(one, index)
        const scale = meanStep(one.history, closed)
        for (let day = 0; day < DAYS; day++) {
          if (closed[one.history.length + day]) continue
          const actual = one.future[day] as number
          const at = (i: number) => quantiles[day * PROBABILITIES.length + i] as number
          const error = Math.abs(actual - at(MEDIAN))
          days++
          scaled += error / scale
          absolute += error
          actualUnits += actual
          PROBABILITIES.forEach((probability, i) => {
            losses += 2 * pinball(actual, at(i), probability)
          })
        }
      })
    },
    result: () => ({
      mase: scaled / days,
      nd: absolute / actualUnits,
      wql: losses / actualUnits / PROBABILITIES.length,
    }),
  }
}

function meanStep(history: Float64Array, closed: Uint8Array): number {
  let sum = 0
  let steps = 0
  for (let t = 1; t < history.length; t++) {
    if (closed[t] || closed[t - 1]) continue
    sum += Math.abs((history[t] as number) - (history[t - 1] as number))
    steps++
  }
  return sum / steps
}
