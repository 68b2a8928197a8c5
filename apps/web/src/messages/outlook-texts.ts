import type { Outlook, ProductRow } from '@stockcast/contract'
import { formatDayCount, formatRange, formatUnits } from '../format/numbers.ts'

type Need = ProductRow['need']

/** What the lead time asks for, in words (never another set of chips). */
export function needText(need: Need): { text: string; tone: 'critical' | 'warning' | 'plain' } | null {
  switch (need?.kind) {
    case 'too_late':
      return need.gapDays > 0
        ? { text: `Too late: gap of ${formatDayCount(need.gapDays)}`, tone: 'critical' }
        : { text: 'Too late', tone: 'critical' }
    case 'order_now':
      return { text: 'Order now', tone: 'warning' }
    case 'order_soon':
      return { text: 'Order soon', tone: 'plain' }
    case 'covered':
      return { text: `Covered by ${formatUnits(need.units)} on the way`, tone: 'plain' }
    default:
      return null
  }
}

/** When it runs out, as a sentence with its range. */
export function outlookText(outlook: Outlook): string {
  switch (outlook.kind) {
    case 'out_of_stock':
      return 'Out of stock now.'
    case 'no_demand':
      return 'No sales in 30 days.'
    case 'unknown':
      return 'Too little data for a forecast yet.'
    case 'beyond':
      return `Lasts longer than ${formatDayCount(outlook.horizonDays)}.`
    case 'days':
      return outlook.high === null
        ? `Runs out in ${formatDayCount(outlook.low)} or later.`
        : `Runs out in ${formatRange(outlook.low, outlook.high)} ${outlook.high === 1 ? 'day' : 'days'}.`
  }
}
