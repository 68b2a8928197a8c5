import type { ProductRow as Row } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Sparkline } from '../../charts/sparkline.tsx'
import { formatAverage, formatUnits } from '../../format/numbers.ts'
import { daysNote, daysWords, orderByWords } from '../../messages/stock-words.ts'
import { Changing } from '../../theme/changing.tsx'
import { StatusMark } from '../../theme/status-mark.tsx'
import classes from './products.module.css'
import { RowMenu } from './row-menu.tsx'

interface ProductRowProps {
  /** Place in the whole list, from 0; the heads are its first row. */
  index: number
  row: Row
  today: string
  onForecast: (variantId: number) => void
}

export const ProductRow = memo(
  function ProductRow({ index, row, today, onForecast }: ProductRowProps) {
    const days = daysWords(row)
    const order = orderByWords(row, today)
    const isEndless = days === '∞'
    return (
      <tr aria-rowindex={index + 2}>
        <td className={classes.product}>
          <Link
            to="/products/$variantId"
            params={{ variantId: String(row.variantId) }}
            className={classes.name}
            title={row.title}
          >
            {row.title}
          </Link>
          {row.sku !== null && <span className={classes.sku}>{row.sku}</span>}
        </td>
        <td className={classes.status}>
          {row.isTracked ? (
            <StatusMark status={row.status} />
          ) : (
            <span className={classes.note}>Not tracked</span>
          )}
        </td>
        <td className={classes.sales}>
          <Sparkline sales={row.salesLast30} outOfStock={row.outOfStockLast30} />
        </td>
        <td className={classes.stock} data-unit={row.currentStock === null ? '' : ' in stock'}>
          <Changing value={row.currentStock === null ? '–' : formatUnits(row.currentStock)} />
        </td>
        <td className={classes.average}>{formatAverage(row.averageDailySales)}</td>
        <td className={classes.days}>
          {isEndless ? (
            <b>
              <span aria-hidden="true" className={classes.endless}>
                ∞
              </span>
              <span className={classes.spoken}>no stockout expected</span>
            </b>
          ) : (
            <b data-unit={days === '1' ? ' day left' : days === '–' ? '' : ' days left'}>
              <Changing value={days} />
            </b>
          )}
          <span className={classes.note}>{daysNote(row, today)}</span>
        </td>
        <td className={classes.orderBy} data-tone={order.tone}>
          <span className={classes.day}>
            <Changing value={order.text} />
          </span>
          {order.note !== '' && <span className={classes.note}>{order.note}</span>}
        </td>
        <td className={classes.menu}>
          <RowMenu row={row} onForecast={onForecast} />
        </td>
      </tr>
    )
  },
  (before, after) => before.row === after.row && before.index === after.index && before.today === after.today,
)
