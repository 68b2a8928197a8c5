import { type DemandDistribution, fillProbabilitiesOfSelling } from '@stockcast/forecasting/forecast'
import { cellText } from './csv-lines.ts'
import { PROBABILITIES } from './forecast-rows.ts'
import { RowBytes } from './row-bytes.ts'

export const RISK_HEADER = 'series_id,on_hand,p7,p14,p30\n'

const RISK_DAYS = [7, 14, 30]

export interface StockoutRows {
  /** The `stockout` row: days until stockout, horizon + 1 if stock lasts longer. */
  days: Uint8Array
  /** The row of the risk file. */
  risk: Uint8Array
}

/** Returns the rows for several stock levels of one series, in the order given. */
export function stockoutRows(
  id: string,
  distribution: DemandDistribution,
  horizonDays: number,
  levels: readonly number[],
): StockoutRows[] {
  const ascending = [...new Set(levels)].sort((a, b) => a - b)
  const curves = goneByDay(distribution, Math.max(horizonDays, ...RISK_DAYS), ascending)
  const name = cellText(id)
  return levels.map((onHand) => {
    const gone = curves[ascending.indexOf(onHand)] as Float64Array
    return {
      days: toBytes((row) => {
        row.text(`${name},stockout,0,`)
        writeDays(row, gone, horizonDays)
        row.text(`,${onHand}\n`)
      }),
      risk: toBytes((row) => {
        row.text(`${name},${onHand}`)
        for (const days of RISK_DAYS) {
          row.text(',')
          row.rounded(gone[days] as number)
        }
        row.text('\n')
      }),
    }
  })
}

const row = new RowBytes()

function toBytes(write: (row: RowBytes) => void): Uint8Array {
  row.clear()
  write(row)
  return row.written().slice()
}

/** Returns, for each level, the probability of a stockout by the end of day t, t = 0…days. */
function goneByDay(
  distribution: DemandDistribution,
  days: number,
  levels: readonly number[],
): Float64Array[] {
  const curves = levels.map((level) => new Float64Array(days + 1).fill(level <= 0 ? 1 : 0, 0, 1))
  const tails = new Float64Array(levels.length)
  for (let t = 1; t <= days; t++) {
    fillProbabilitiesOfSelling(distribution, t, levels, tails)
    for (let i = 0; i < levels.length; i++) {
      const curve = curves[i] as Float64Array
      curve[t] = Math.max(curve[t - 1] as number, tails[i] as number)
    }
  }
  return curves
}

function writeDays(row: RowBytes, gone: Float64Array, horizonDays: number): void {
  const days = new Float64Array(PROBABILITIES.length).fill(horizonDays + 1)
  let mean = 0
  let next = 0
  for (let t = 0; t <= horizonDays; t++) {
    mean += 1 - (gone[t] as number)
    while (next < days.length && (gone[t] as number) >= (PROBABILITIES[next] as number)) days[next++] = t
  }
  row.numbers(mean, days)
}
