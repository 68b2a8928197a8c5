import { type DemandDistribution, demandQuantile, meanDemand } from '../../packages/forecasting/src/index.ts'
import { getScales, pinball, SUM_PROBABILITIES } from './score.ts'

/** Scores forecasts of the sum of several days, with equal weights. */
export class SumScorer {
  readonly #days: number
  #count = 0
  #cpl = 0
  #covered = 0
  #forecast = 0
  #actual = 0
  #pinball90 = 0

  constructor(days: number) {
    this.#days = days
  }

  /** Adds one forecast: its mean, and its quantiles at .05 and `SUM_PROBABILITIES`. */
  add(history: Float64Array, future: Float64Array, sum: { mean: number; quantiles: Float64Array }): void {
    const { absolute } = getScales(history)
    if (!(absolute > 0)) return
    const scale = absolute * Math.sqrt(this.#days)
    const actual = future.subarray(0, this.#days).reduce((total, units) => total + units, 0)
    const at = (i: number) => sum.quantiles[i] as number
    const losses = SUM_PROBABILITIES.map((p, i) => pinball(actual, at(i + 1), p) / scale)
    this.#count++
    this.#cpl += losses.reduce((total, loss) => total + loss, 0) / losses.length
    this.#pinball90 += losses[2] as number
    this.#covered += actual >= at(0) && actual <= at(4) ? 1 : 0
    this.#forecast += sum.mean
    this.#actual += actual
  }

  /** Returns the means; `pinball90` is the part of the quantile at .9, and a positive bias is a low forecast. */
  result() {
    const count = this.#count
    return {
      count,
      cpl: this.#cpl / count,
      pinball90: this.#pinball90 / count,
      coverage: this.#covered / count,
      bias: 1 - this.#forecast / this.#actual,
    }
  }
}

/** Returns the mean of the sum of some days, and its quantiles at .05 and `SUM_PROBABILITIES`. */
export function sumOfDistribution(distribution: DemandDistribution, days: number) {
  const quantiles = Float64Array.from([0.05, ...SUM_PROBABILITIES], (p) =>
    demandQuantile(distribution, days, p),
  )
  return { mean: meanDemand(distribution, days), quantiles }
}
