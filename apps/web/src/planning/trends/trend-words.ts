import type { Trends } from '@stockcast/contract'
import { formatUnits } from '../../ui/format/numbers.ts'

type Change = { kind: 'no_sales' | 'new' | 'same' } | { kind: 'changed'; percent: number }

/** Compares a period with the one before it, in whole percent; `new`: nothing was sold before. */
function getChange(units: number, before: number): Change {
  if (before === 0) return { kind: units === 0 ? 'no_sales' : 'new' }
  const percent = Math.round((units / before - 1) * 100)
  return percent === 0 ? { kind: 'same' } : { kind: 'changed', percent }
}

/** Returns the change in a cell: `+12%`, `−8%`, `new`, `no change`; empty without sales in either period. */
export function changeWords(units: number, before: number): string {
  const change = getChange(units, before)
  switch (change.kind) {
    case 'no_sales':
      return ''
    case 'new':
      return 'new'
    case 'same':
      return 'no change'
    case 'changed':
      return formatChange(change.percent)
  }
}

/** Returns the change as a note below the units sold. */
export function soldNote({ period, totals }: Pick<Trends, 'period' | 'totals'>): string {
  const before = `the ${period} days before`
  const change = getChange(totals.unitsSold, totals.unitsSoldBefore)
  switch (change.kind) {
    case 'no_sales':
      return `none in ${before}`
    case 'new':
      return `nothing in ${before}`
    case 'same':
      return `the same as ${before}`
    case 'changed':
      return `${formatChange(change.percent)} on ${before}`
  }
}

const formatChange = (percent: number) =>
  percent > 0 ? `+${formatUnits(percent)}%` : `−${formatUnits(-percent)}%`

/** Returns whether there are no products yet whose sales could be known. */
export const isUnknown = ({ stockAsOf, variants, ahead, totals }: Trends): boolean =>
  stockAsOf === null && variants === 0 && ahead.length === 0 && totals.unitsSold === 0

/** Returns the past days without those before the first known sale, on which nothing is known. */
export function knownHistory({ history, totals }: Pick<Trends, 'history' | 'totals'>): Trends['history'] {
  const first = history.findIndex(({ unitsSold }) => unitsSold > 0)
  return totals.unitsSoldBefore > 0 || first === -1 ? history : history.slice(first)
}
