import type { Sales } from '../../../apps/cli/src/read-sales.ts'
import { unitsOn } from '../../../apps/cli/src/series-at.ts'
import { fillDailyQuantiles } from '../../../packages/forecasting/src/index.ts'
import { mean } from '../../launch/figures.ts'
import { type Case, loadSet } from '../data-sets.ts'
import { engineForecasts } from '../engine.ts'
import type { Part } from '../findings.ts'
import { pinball } from '../score.ts'

const GIFT_GOALS = { mase: 0.742, wql: 0.57 }
const SET = 'pasta_grocery_daily'
const DAYS = 30
const WINDOWS = 7
const PROBABILITIES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
const MEDIAN = PROBABILITIES.indexOf(0.5)
/** Published results of `naive` on this set. */
const NAIVE = { mase: 1.1348, nd: 1.0583 }

/**
 * Scores the protocol of GIFT-Eval (Aksu et al. 2024) for `hierarchical_sales/D/short`: seven windows of 30 days, mean absolute
 * scaled error of the median with season 1, weighted quantile loss of nine deciles. Closed days are neither known nor scored.
 */
export const benchGift: Part = ({ set, findings }) => {
  if (set.name !== SET) return
  const sales = loadSet(set)
  const closed = closedDays(sales)
  const naive = createGiftScore(closed)
  const ours = createGiftScore(closed)
  for (let window = WINDOWS; window >= 1; window--) {
    const end = sales.days - window * DAYS
    const outOfStock = closed.slice(0, end)
    const cases = sales.ids.map((id, row): Case => {
      const units = unitsOn(sales, row)
      return { id, firstDay: sales.firstDay, history: units.subarray(0, end), future: units.subarray(end) }
    })
    const series = cases.map((one) => ({ ...one, unitsSold: one.history, outOfStock }))
    const forecasts = engineForecasts(series, DAYS)
    const quantiles = new Float64Array(PROBABILITIES.length)
    for (const [i, one] of cases.entries()) {
      naive.add(one, () => quantiles.fill(lastKnown(one.history, closed)))
      ours.add(one, (day) => {
        fillDailyQuantiles(forecasts[i]!, day + 1, PROBABILITIES, quantiles)
        return quantiles
      })
    }
  }
  const [check, result] = [naive.result(), ours.result()]
  console.log(`\n${set.name}, protocol of GIFT-Eval, ${WINDOWS} windows of ${DAYS} days`)
  console.log(
    `  naive         MASE ${check.mase.toFixed(4)} (published ${NAIVE.mase}), ND ${check.nd.toFixed(4)}`,
  )
  console.log(`  this engine   MASE ${result.mase.toFixed(4)}, WQL ${result.wql.toFixed(4)}`)
  console.log('  published     TiRex .745 / .570, Chronos-2 .744 / .579, auto_arima .813 / .735')
  findings.near('gift/naive MASE', check.mase, NAIVE.mase)
  findings.near('gift/naive ND', check.nd, NAIVE.nd)
  findings.atMost('gift/MASE', result.mase, GIFT_GOALS.mase)
  findings.atMost('gift/WQL', result.wql, GIFT_GOALS.wql)
}

function closedDays(sales: Sales): Uint8Array {
  const closed = new Uint8Array(sales.days).fill(1)
  for (const row of sales.ids.keys())
    for (const [t, units] of unitsOn(sales, row).entries()) if (units > 0) closed[t] = 0
  return closed
}

function lastKnown(history: Float64Array, closed: Uint8Array): number {
  return history.findLast((_, t) => !closed[t])!
}

/** Sums errors of the median and losses of all deciles over the days on which the shop was open. */
function createGiftScore(closed: Uint8Array) {
  let [scaled, days, absolute, actualUnits, losses] = [0, 0, 0, 0, 0]
  return {
    add: ({ history, future }: Case, quantilesOn: (day: number) => Float64Array) => {
      const scale = meanStep(history, closed)
      for (let day = 0; day < DAYS; day++) {
        if (closed[history.length + day]) continue
        const actual = future[day]!
        const quantiles = quantilesOn(day)
        const error = Math.abs(actual - quantiles[MEDIAN]!)
        days++
        scaled += error / scale
        absolute += error
        actualUnits += actual
        for (const [i, probability] of PROBABILITIES.entries())
          losses += 2 * pinball(actual, quantiles[i]!, probability)
      }
    },
    result: () => ({
      mase: scaled / days,
      nd: absolute / actualUnits,
      wql: losses / actualUnits / PROBABILITIES.length,
    }),
  }
}

function meanStep(history: Float64Array, closed: Uint8Array): number {
  const days = [...history.keys()].filter((t) => t > 0 && !closed[t] && !closed[t - 1])
  return mean(days, (t) => Math.abs(history[t]! - history[t - 1]!))
}
