import type { Trends } from '@stockcast/contract'
import { formatDaysOfCover } from '../../ui/format/cover.ts'
import { formatCount, formatDayCount, formatMoney, formatUnits } from '../../ui/format/numbers.ts'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { isUnknown, soldNote } from './trend-words.ts'

/** Shows the period in four figures. */
export function TrendStats({ trends }: { trends: Trends }) {
  const { period, totals, currency } = trends
  const cover = totals.daysOfCover
  return (
    <StatStrip
      label={`The last ${period} days`}
      stats={[
        isUnknown(trends)
          ? { label: 'Units sold', value: '–', note: 'not known yet' }
          : { label: 'Units sold', value: formatUnits(totals.unitsSold), note: soldNote(trends) },
        {
          label: 'Days of cover',
          value: cover === null ? '–' : formatDaysOfCover(cover),
          ...(cover === null ? {} : { unit: Math.floor(cover) === 1 ? 'day' : 'days' }),
          note: 'stock ÷ expected demand',
        },
        stockoutStat(trends),
        {
          label: 'Expected lost sales',
          value: totals.expectedLostSales === null ? '–' : formatMoney(totals.expectedLostSales, currency),
          note: `next ${period} days, if nothing is ordered`,
        },
      ]}
    />
  )
}

function stockoutStat({ totals, variant, period }: Trends) {
  const days = totals.daysOutOfStock
  const label = variant === null ? 'Out of stock now' : 'Days out of stock'
  if (totals.daysKnown === 0 && (variant !== null || totals.outOfStock === null)) {
    return {
      label,
      value: '–',
      note: totals.outOfStock === null ? 'stock is not known' : 'no history yet',
    }
  }
  const known =
    totals.daysKnown < period ? `known on ${formatUnits(totals.daysKnown)} of ${period} days` : `of ${period}`
  if (variant !== null) return { label, value: formatUnits(days), note: known }
  return {
    label,
    value: formatUnits(totals.outOfStock ?? 0),
    note:
      totals.daysKnown === 0
        ? 'no history yet'
        : `${formatCount(days, 'product day')} without stock in ${formatDayCount(totals.daysKnown)}`,
  }
}
