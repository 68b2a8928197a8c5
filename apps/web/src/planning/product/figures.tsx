import type { ProductDetail } from '@stockcast/contract'
import { Changing } from '../../ui/changing.tsx'
import { addDays, daysBetween, formatDay } from '../../ui/format/days.ts'
import { formatAverage, formatCount, formatProbability, formatUnits } from '../../ui/format/numbers.ts'
import { daysNote, daysWords, orderByWords } from '../../ui/messages/stock-words.ts'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { canMakeWords, isPutTogether } from '../bundles/bundle-words.ts'
import classes from './product.module.css'
import { stockNote } from './product-words.ts'

/** Shows figures that answer how much, how fast, how long, how sure and when; the last two for what has stock of its own. */
export function Figures({ detail }: { detail: ProductDetail }) {
  const { row, today, bundle } = detail
  const note = daysNote(row, today)
  const isRange = row.projection.kind === 'days' && row.daysSource === 'forecast'
  return (
    <div className={classes.figures}>
      <StatStrip
        label="Key figures of this product"
        stats={[
          isPutTogether(bundle)
            ? { label: 'Can make', value: canMakeWords(bundle).text, note: canMakeWords(bundle).note }
            : {
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
          ...(isPutTogether(bundle) ? [] : [riskFigure(detail), orderByFigure(detail)]),
        ]}
      />
    </div>
  )
}

function riskFigure({ row, forecast, today, policy }: ProductDetail) {
  const label = 'Runs out in lead time'
  if (forecast?.basis !== 'forecast' || !row.isTracked) return { label, value: '–', note: 'needs a forecast' }
  return {
    label,
    value: formatProbability(forecast.leadTimeStockoutProbability),
    note: `order arrives ${formatDay(addDays(today, policy.leadTimeDays))}`,
  }
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
