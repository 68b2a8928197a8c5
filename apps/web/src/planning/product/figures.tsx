import type { ProductDetail } from '@stockcast/contract'
import { Changing } from '../../ui/changing.tsx'
import { addDays, daysBetween, formatDay } from '../../ui/format/days.ts'
import { formatAverage, formatCount, formatProbability, formatUnits } from '../../ui/format/numbers.ts'
import { daysNote, daysWords, orderByWords } from '../../ui/messages/stock-words.ts'
import { StatStrip } from '../../ui/stat-strip.tsx'
import classes from './product.module.css'
import { stockNote } from './product-words.ts'

/** Shows five figures that answer how much, how fast, how long, how sure and when. */
export function Figures({ detail }: { detail: ProductDetail }) {
  const { row, today, policy, forecast } = detail
  const note = daysNote(row, today)
  const isRange = row.projection.kind === 'days' && row.daysSource === 'forecast'
  const hasOdds = forecast?.basis === 'forecast' && row.isTracked
  return (
    <div className={classes.figures}>
      <StatStrip
        label="Key figures of this product"
        stats={[
          {
            label: 'Current Stock',
            value: row.currentStock === null ? '–' : formatUnits(row.currentStock),
            note: stockNote(detail),
          },
          { label: 'Avg Daily Sales', value: formatAverage(row.averageDailySales), note: 'last 30 days' },
          {
            label: 'Days Until Stockout',
            value: daysWords(row),
            note: isRange ? `${note} in 8 of 10 cases` : note,
          },
          {
            label: 'Runs out in lead time',
            value: hasOdds ? formatProbability(forecast.leadTimeStockoutProbability) : '–',
            note: hasOdds
              ? `order arrives ${formatDay(addDays(today, policy.leadTimeDays))}`
              : 'needs a forecast',
          },
          orderByFigure(detail),
        ]}
      />
    </div>
  )
}

function orderByFigure({ row, today }: ProductDetail) {
  const label = 'Order by'
  const order = orderByWords(row, today)
  if (row.orderBy === null) return { label, value: order.text, note: order.note }
  const day = daysBetween(today, row.orderBy) > 0 ? formatDay(row.orderBy) : order.text
  const isLate = daysBetween(today, row.orderBy) < 0
  const quantity =
    row.orderQuantity !== null && row.orderQuantity > 0 ? formatCount(row.orderQuantity, 'unit') : order.note
  return {
    label,
    value: (
      <span className={classes.orderBy} data-tone={order.tone}>
        <Changing value={day} />
      </span>
    ),
    note: isLate ? `the safe date was ${formatDay(row.orderBy)}` : quantity,
  }
}
