import type { Sales } from '../../apps/cli/src/read-sales.ts'
import { splitAt } from './data-sets.ts'
import { isEligible } from './score.ts'

/** A series at an origin: what is known, and what the forecast is scored with. */
export interface Case {
  row: number
  id: string
  history: Float64Array
  future: Float64Array
  /** Epoch day of the first day of the history. */
  firstDay: number
}

/** Returns the series that are eligible at the origin `back` days before the end of the sales. */
export function casesAt(sales: Sales, back: number): Case[] {
  return [...sales.ids.entries()].flatMap(([row, id]) => {
    const { history, future } = splitAt(sales, row, back)
    const firstDay = sales.firstDay + sales.days - back - history.length
    return isEligible(history) ? [{ row, id, history, future, firstDay }] : []
  })
}
