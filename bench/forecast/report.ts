import type { Row } from './data-sets.ts'
import type { Scores } from './score.ts'

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
