import type { ShopEvent } from '@stockcast/contract'
import { formatDayRange } from '../../../format/days.ts'
import { formatAverage, formatCount } from '../../../format/numbers.ts'

/** Returns what an entry of the calendar is called. */
export function eventTitle({ kind, name }: Pick<ShopEvent, 'kind' | 'name'>): string {
  if (name !== '') return name
  if (kind === 'closed') return 'Closed'
  return kind === 'one_off' ? 'One-off order' : 'Sale'
}

/** Returns the days of an entry, and how it repeats. */
export function eventDays({ from, to, repeats, isOpen }: ShopEvent): string {
  const days = isOpen ? `since ${formatDayRange(from, from)}` : formatDayRange(from, to)
  if (repeats === 'never') return days
  return `${days}, ${repeats === 'yearly' ? 'each year' : 'each year on the same weekdays'}`
}

/** Returns for which products an entry counts and what it does to their sales. */
export function eventEffect({ kind, products, effectRatio, foundRatio, status }: ShopEvent): string {
  const whose =
    products === null
      ? 'whole shop'
      : products.titles.length === products.count
        ? products.titles.join(', ')
        : formatCount(products.count, 'product')
  if (kind === 'closed') return `${whose}: no sales, and nothing is learned from its days`
  if (kind === 'one_off') return `${whose}: left out of what is learned`
  const ratio = effectRatio ?? foundRatio
  if (ratio === null) return `${whose}: sells as in earlier sales`
  const found = status === 'proposed' || effectRatio === null
  return `${whose}: ${found ? 'sold' : 'expected to sell'} ${formatAverage(ratio)} times as much as usual`
}
