import {
  type DemandDistribution,
  fillDailyQuantiles,
  fillDemandQuantiles,
  meanDemand,
  meanOfDay,
} from '@stockcast/forecasting/forecast'
import { cellText } from './csv-lines.ts'
import type { RowBytes } from './row-bytes.ts'

/** Probabilities of the quantile columns, ascending. */
export const PROBABILITIES = [0.05, 0.1, 0.165, 0.25, 0.5, 0.75, 0.8, 0.835, 0.9, 0.95, 0.975] as const

export const HEADER = 'series_id,kind,h,mean,q05,q10,q165,q25,q50,q75,q80,q835,q90,q95,q975,on_hand\n'

/** Horizons of the `cum` rows, days. */
const SUM_DAYS = [7, 14, 30, 60, 90]

const encoder = new TextEncoder()
const quantiles = new Float64Array(PROBABILITIES.length)

const LINE_FEED = 10
const COMMA = 44

/** Writes the `day` and `cum` rows of one series, with `on_hand` empty. Equal days are computed once. */
export function writeForecastRows(
  rows: RowBytes,
  id: string,
  distribution: DemandDistribution,
  horizonDays: number,
): void {
  const name = cellText(id)
  const [day, sum] = [encoder.encode(`${name},day,`), encoder.encode(`${name},cum,`)]
  const known = new Map<number, { start: number; end: number }>()
  for (let h = 1; h <= horizonDays; h++) {
    const mean = meanOfDay(distribution, h)
    const key = Math.round(mean * 1e9)
    rows.append(day)
    rows.number(h)
    rows.byte(COMMA)
    const equal = known.get(key)
    if (equal) rows.repeat(equal.start, equal.end)
    else {
      const start = rows.length
      fillDailyQuantiles(distribution, h, PROBABILITIES, quantiles)
      rows.numbers(mean, quantiles)
      known.set(key, { start, end: rows.length })
    }
    endRow(rows)
  }
  for (const days of SUM_DAYS) {
    if (days > horizonDays) break
    fillDemandQuantiles(distribution, days, PROBABILITIES, quantiles)
    rows.append(sum)
    rows.number(days)
    rows.byte(COMMA)
    rows.numbers(meanDemand(distribution, days), quantiles)
    endRow(rows)
  }
}

function endRow(rows: RowBytes): void {
  rows.byte(COMMA)
  rows.byte(LINE_FEED)
}
