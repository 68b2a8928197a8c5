import {
  LEARNED_FROM_ORDERS,
  type LeadTime,
  type Review,
  type SupplierMinimum,
  type SupplierScore,
} from '@stockcast/contract'
import { formatDay } from '../ui/format/days.ts'
import { formatDayCount, formatRange, formatShare, formatUnits } from '../ui/format/numbers.ts'
import { weekdays } from '../ui/messages/notification-texts.ts'
import { formatSum } from './money.ts'

/** Returns the days on which orders are placed. */
export function reviewWords(review: Review): string {
  switch (review.kind) {
    case 'any_day':
      return 'any day'
    case 'weekdays':
      return review.weekdays.map((day) => weekdays[day - 1]).join(', ')
    case 'weeks':
      return review.weeks === 1
        ? `every week from ${formatDay(review.from)}`
        : `every ${review.weeks} weeks from ${formatDay(review.from)}`
  }
}

export function minimumWords(minimum: SupplierMinimum, currency: string): string {
  switch (minimum.kind) {
    case 'none':
      return 'none'
    case 'value':
      return formatSum(minimum.amountMinor, currency)
    case 'units':
      return `${formatUnits(minimum.units)} units`
  }
}

/** Returns a share of a score; a dash below three orders. */
export const ratioWords = (ratio: number | null): string => (ratio === null ? '–' : formatShare(ratio))

export const lateWords = ({ lateUnits, lateValueMinor }: SupplierScore, currency: string): string =>
  lateUnits === 0
    ? 'nothing'
    : `${formatUnits(lateUnits)} units${lateValueMinor === null ? '' : `, ${formatSum(lateValueMinor, currency)}`}`

/** Returns a lead time with its spread, `17 to 26 days`, or one number where none is known. */
export function leadTimeWords({ days, p10, p90 }: Pick<LeadTime, 'days' | 'p10' | 'p90'>): string {
  return p10 === p90 ? formatDayCount(days) : `${formatRange(p10, p90)} days`
}

/** Returns where a lead time comes from, with what was learned beside a number that somebody entered. */
export function leadTimeNote({ source, learned, statedDays, p10, p90 }: Omit<LeadTime, 'days'>): string {
  const { orders, shortestDays, longestDays } = learned
  const took =
    shortestDays === null || longestDays === null
      ? null
      : orders === 1
        ? `the last order took ${formatDayCount(shortestDays)}`
        : `the last ${orders} took ${formatRange(shortestDays, longestDays)}`
  switch (source) {
    case 'learned':
      return [
        ...(p10 === p90 ? [] : ['expected for 8 in 10 orders']),
        ...(took === null ? [] : [took]),
        ...(statedDays === null ? [] : [`you entered ${statedDays}`]),
      ].join('; ')
    case 'stated':
      return [
        'as you entered it',
        ...(orders < LEARNED_FROM_ORDERS
          ? [`learned from deliveries after ${LEARNED_FROM_ORDERS} orders (${orders} so far)`]
          : []),
        ...(took === null ? [] : [took]),
      ].join('; ')
    case 'variant':
      return ['set for this product', ...(took === null ? [] : [took])].join('; ')
    case 'supplier_variant':
      return ['set for this product at this supplier', ...(took === null ? [] : [took])].join('; ')
    case 'merchant':
    case 'default':
      return ['the shop’s default', ...(took === null ? [] : [took])].join('; ')
  }
}
