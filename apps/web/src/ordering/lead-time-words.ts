import { LEARNED_FROM_ORDERS, type LeadTime } from '@stockcast/contract'
import { formatDayCount, formatRange } from '../ui/format/numbers.ts'

/** Returns a lead time with its spread, `17 to 26 days`, or one number where none is known. */
export function leadTimeWords({ days, p10, p90 }: Pick<LeadTime, 'days' | 'p10' | 'p90'>): string {
  return p10 === p90 ? formatDayCount(days) : `${formatRange(p10, p90)} days`
}

/** Returns where a lead time comes from, with what was learned beside a number that somebody entered. */
export function leadTimeNote({
  source,
  learned,
  statedDays,
}: Omit<LeadTime, 'days' | 'p10' | 'p90'>): string {
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
        `learned from ${orders} orders`,
        ...(statedDays === null ? [] : [`you entered ${statedDays}`]),
      ].join(', ')
    case 'stated':
      return [
        'as you entered it',
        ...(orders < LEARNED_FROM_ORDERS
          ? [`learned after ${LEARNED_FROM_ORDERS} orders, ${orders} so far`]
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
