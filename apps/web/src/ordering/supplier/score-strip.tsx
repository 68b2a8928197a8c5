import { LEARNED_FROM_ORDERS, type SupplierRow, type SupplierScore } from '@stockcast/contract'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { formatSum } from '../money.ts'
import { leadTimeNote, leadTimeWords, ratioWords } from '../supplier-words.ts'

/** Shows figures on a supplier's deliveries of the last 365 days. They are not combined into one grade. */
export function ScoreStrip({ supplier }: { supplier: SupplierRow }) {
  const { score, leadTime, currency, lateOrders } = supplier
  return (
    <StatStrip
      label="Score"
      stats={[
        { label: 'Lead time', value: leadTimeWords(leadTime), note: leadTimeNote(leadTime) },
        {
          label: 'On time',
          value: ratioWords(score.onTimeRatio),
          note:
            score.onTimeRatio === null ? missing(score, 'no order had an expected day') : overOrders(score),
        },
        {
          label: 'Delivered in full',
          value: ratioWords(score.fillRatio),
          note:
            score.fillRatio === null
              ? missing(score, 'nothing was ordered')
              : 'of the units ordered or confirmed',
        },
        {
          label: 'Rejected',
          value: ratioWords(score.rejectedRatio),
          note: score.rejectedRatio === null ? missing(score, 'nothing has come') : 'of the units that came',
        },
        {
          label: 'Late now',
          value: formatUnits(score.lateUnits),
          unit: score.lateUnits === 1 ? 'unit' : 'units',
          note:
            lateOrders === 0
              ? 'no open order is late'
              : `in ${formatCount(lateOrders, 'order')}, ${
                  score.lateValueMinor === null
                    ? 'of unknown value'
                    : `worth ${formatSum(score.lateValueMinor, currency)}`
                }`,
        },
      ]}
    />
  )
}

const overOrders = ({ orders }: SupplierScore) =>
  `of the units due in ${formatCount(orders, 'order')} of the last 365 days`

/** Returns why a share is unknown: too few finished or late orders, or nothing to measure in them. */
function missing({ orders }: SupplierScore, otherwise: string): string {
  return orders < LEARNED_FROM_ORDERS
    ? `after ${LEARNED_FROM_ORDERS} finished orders; ${formatUnits(orders)} so far`
    : otherwise
}
