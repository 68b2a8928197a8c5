import type { ScorecardScore, ScorecardStockout } from '@stockcast/contract'
import { formatDay } from '../../ui/format/days.ts'
import { formatCount, formatDayCount } from '../../ui/format/numbers.ts'
import { ProductName } from '../../ui/product-name.tsx'
import classes from './scorecard.module.css'

interface StockoutListProps {
  stockouts: readonly ScorecardStockout[]
  warningDays: ScorecardScore['warningDays']
}

/** Lists every stockout by name, newest first. */
export function StockoutList({ stockouts, warningDays }: StockoutListProps) {
  if (stockouts.length === 0) return null
  const rows = stockouts.map((stockout, i) => ({ ...stockout, warning: warningDays[i] ?? null })).reverse()
  return (
    <details className={classes.details}>
      <summary>{formatCount(stockouts.length, 'stockout')}, one by one</summary>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Ran out</th>
              <th scope="col">Warning</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ variantId, title, sku, day, isEstimated, warning }) => (
              <tr key={`${variantId}-${day}`}>
                <th scope="row">
                  <ProductName variantId={variantId} title={title} className={classes.name} />
                  {sku !== null && <span className={classes.sku}>{sku}</span>}
                </th>
                <td>
                  {formatDay(day)}
                  {isEstimated && <span className={classes.sku}>estimated</span>}
                </td>
                <td>
                  {warning === null ? (
                    <b className={classes.missed}>Missed</b>
                  ) : (
                    `${formatDayCount(warning)} ahead`
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
