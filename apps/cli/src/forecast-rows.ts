import {
  type DemandDistribution,
  fillDailyQuantiles,
  fillDemandQuantiles,
  meanDemand,
  meanOfDay,
} from '@stockcast/forecasting'
import { cellText } from './csv-lines.ts'

/** Probabilities of the quantile columns, ascending. */
export const PROBABILITIES = [0.05, 0.1, 0.165, 0.25, 0.5, 0.75, 0.8, 0.835, 0.9, 0.95, 0.975] as const

export const HEADER = 'series_id,kind,h,mean,q05,q10,q165,q25,q50,q75,q80,q835,q90,q95,q975,on_hand\n'

/** Horizons of the `cum` rows, days. */
const SUM_DAYS = [7, 14, 30, 60, 90]

const quantiles = new Float64Array(PROBABILITIES.length)

/** Returns the `day` and `cum` rows of one series, with `on_hand` empty. Equal days are computed once. */
export function forecastRows(id: string, distribution: DemandDistribution, horizonDays: number): string {
  const name = cellText(id)
  const known = new Map<number, string>()
  let rows = ''
  for (let day = 1; day <= horizonDays; day++) {
    const mean = meanOfDay(distribution, day)
    const key = Math.round(mean * 1e9)
    let numbers = known.get(key)
    if (numbers === undefined) {
      fillDailyQuantiles(distribution, day, PROBABILITIES, quantiles)
      numbers = numbersOf(mean, quantiles)
      known.set(key, numbers)
    }
    rows += `${name},day,${day},${numbers},\n`
  }
  for (const days of SUM_DAYS) {
    if (days > horizonDays) break
    fillDemandQuantiles(distribution, days, PROBABILITIES, quantiles)
    rows += `${name},cum,${days},${numbersOf(meanDemand(distribution, days), quantiles)},\n`
  }
  return rows
}

export function numbersOf(mean: number, values: Float64Array): string {
  let text = rounded(mean)
  for (let i = 0; i < values.length; i++) text += `,${values[i]}`
  return text
}

/** Rounds to six decimals, which is finer than any forecast. */
export function rounded(value: number): string {
  return String(Math.round(value * 1e6) / 1e6)
}
