import type { ShopEvent } from '@stockcast/contract'
import { formatDayRange } from '../../ui/format/days.ts'
import { formatAverage, formatCount } from '../../ui/format/numbers.ts'

/** Returns what an entry of the calendar is called. */
export function eventTitle({ kind, name }: Pick<ShopEvent, 'kind' | 'name'>): string {
  if (name !== '') return name
  if (kind === 'closed') return 'Closed'
  return kind === 'one_off' ? 'One-off order' : 'Promotion'
}

/** Returns the days of an entry, and how it repeats. */
export function eventDays({ from, to, repeats, isOpen }: ShopEvent): string {
  const days = isOpen
    ? `since ${toYear(from)}`
    : from.slice(0, 4) === to.slice(0, 4)
      ? `${formatDayRange(from, to)}, ${to.slice(0, 4)}`
      : `${toYear(from)} to ${toYear(to)}`
  if (repeats === 'never') return days
  return `${days}, ${repeats === 'yearly' ? 'each year' : 'each year on the same weekdays'}`
}

const toYear = (day: string) => `${formatDayRange(day, day)}, ${day.slice(0, 4)}`

function groupWords(group: NonNullable<ShopEvent['group']>): string {
  return group.kind === 'tag' ? `tag ${group.tag}` : `collection ${group.title ?? 'that was deleted'}`
}

/** Returns for which products an entry counts and what it does to their sales. */
export function eventEffect(event: ShopEvent, today: string): string {
  const { kind, group, products, effectRatio, foundRatio, from, to, repeats } = event
  const whose = group
    ? `${groupWords(group)}, ${formatCount(products?.count ?? 0, 'product')}`
    : products === null
      ? 'whole shop'
      : products.titles.length === products.count
        ? products.titles.join(', ')
        : formatCount(products.count, 'product')
  if (kind === 'closed') return `${whose}: no sales, and nothing is learned from its days`
  if (kind === 'one_off') return `${whose}: left out of what is learned`
  const times = (ratio: number) => `${formatAverage(ratio)} times as much as usual`
  if (effectRatio !== null) return `${whose}: expected to sell ${times(effectRatio)}`
  if (foundRatio !== null) return `${whose}: sold ${times(foundRatio)}`
  const isPast = to < today && repeats === 'never'
  if (isPast) return `${whose}: shows how much a promotion sells, and is left out of usual days`
  return from <= today
    ? `${whose}: expected to sell as it has so far and as earlier promotions did`
    : `${whose}: expected to sell as earlier promotions did; without any, as usual but less certain`
}
