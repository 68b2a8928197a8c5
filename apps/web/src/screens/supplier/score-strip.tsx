import { LEARNED_FROM_ORDERS, type SupplierRow } from '@stockcast/contract'
import { formatCount, formatUnits } from '../../format/numbers.ts'
import { leadTimeNote, leadTimeWords } from '../../ordering/lead-time-words.ts'
import { formatSum } from '../../ordering/money.ts'
import { ratioWords } from '../../ordering/supplier-words.ts'
import { StatStrip } from '../../ui/stat-strip.tsx'

/** Shows what the deliveries of the last 365 days say about a supplier. There is no single grade. */
export function ScoreStrip({ supplier }: { supplier: SupplierRow }) {
  const { score, leadTime, currency } = supplier
  const few = `after ${formatCount(LEARNED_FROM_ORDERS, 'order')}; ${formatUnits(score.orders)} so far`
  return (
    <StatStrip
      label="Score"
      stats={[
        { label: 'Lead time', value: leadTimeWords(leadTime), note: leadTimeNote(leadTime) },
        {
          label: 'On time',
          value: ratioWords(score.onTimeRatio),
          note: score.onTimeRatio === null ? few : 'of the units due in the last 365 days',
        },
        {
          label: 'Delivered in full',
          value: ratioWords(score.fillRatio),
          note: score.fillRatio === null ? few : 'of the units ordered or confirmed',
        },
        {
          label: 'Rejected',
          value: ratioWords(score.rejectedRatio),
          note: score.rejectedRatio === null ? few : 'of the units that came',
        },
        {
          label: 'Late now',
          value: formatUnits(score.lateUnits),
          unit: score.lateUnits === 1 ? 'unit' : 'units',
          note:
            score.lateUnits === 0
              ? 'nothing is overdue'
              : score.lateValueMinor === null
                ? 'of unknown value'
                : `worth ${formatSum(score.lateValueMinor, currency)}`,
        },
      ]}
    />
  )
}
