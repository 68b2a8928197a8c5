import type { Review, SupplierMinimum, SupplierScore } from '@stockcast/contract'
import { formatDay } from '../ui/format/days.ts'
import { formatShare, formatUnits } from '../ui/format/numbers.ts'
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
