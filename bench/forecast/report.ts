import type { Row } from './data-sets.ts'
import type { Fifth, Scores } from './score.ts'

export const HEADINGS = `${''.padEnd(21)} RMSSE   MASE    SPL   cPL7  cPL14  cPL30   cov7  cov14  cov30`

export function print(label: string, row: Row): void {
  const numbers = [row.rmsse, row.mase, row.spl, ...row.cpl, ...row.coverage]
  console.log(`${label.padEnd(20)}${numbers.map((value) => value.toFixed(3).padStart(7)).join('')}`)
}

export function printStockouts(scores: Scores): void {
  const { stockoutMae, stockoutMedianMae, precision14, recall14, brier14, bias } = scores
  const numbers = {
    'mean path': stockoutMae,
    median: stockoutMedianMae,
    precision14,
    recall14,
    brier14,
    bias,
  }
  const text = Object.entries(numbers).map(([name, value]) => `${name} ${value.toFixed(3)}`)
  console.log(`  Stockout date, error in days and 14-day call: ${text.join(', ')}`)
}

/** Prints the errors as a multiple of another method's. */
export function printRatios(label: string, ours: Row, other: Row): void {
  const ratios = [
    ours.rmsse / other.rmsse,
    ours.mase / other.mase,
    ours.spl / other.spl,
    ...ours.cpl.map((loss, i) => loss / (other.cpl[i] as number)),
  ]
  console.log(`${label.padEnd(20)}${ratios.map((value) => value.toFixed(3).padStart(7)).join('')}`)
}

export function printFifths(fifths: readonly Fifth[]): void {
  const text = fifths.map(
    ({ cases, predicted, observed }) =>
      `${(100 * predicted).toFixed(1)} % of ${cases} → ${(100 * observed).toFixed(1)} %`,
  )
  console.log(`  Runs out within 14 days, predicted → observed: ${text.join('; ')}`)
}
