import type { ProductList, ProductSort } from '@stockcast/contract'
import { TableHead } from '../../theme/table-head.tsx'
import { ProductRow } from './product-row.tsx'
import classes from './products.module.css'
import { useRunForecasts } from './use-run-forecasts.ts'

interface ProductTableProps {
  list: ProductList
  sort: ProductSort
  order: 'asc' | 'desc'
  onSort: (column: ProductSort) => void
  /** The rows shown are the last ones, while the asked ones are on their way. */
  isBusy: boolean
}

export function ProductTable({ list, sort, order, onSort, isBusy }: ProductTableProps) {
  const { startOne } = useRunForecasts()
  const head = (column: ProductSort) => ({
    sorted: sort === column ? order : (false as const),
    onSort: () => onSort(column),
  })
  return (
    <table className={classes.table} aria-label="Products" aria-busy={isBusy}>
      <thead>
        <tr>
          <TableHead width="22%" {...head('title')}>
            Product
          </TableHead>
          <TableHead>Status</TableHead>
          <TableHead>Sales, 30 days</TableHead>
          <TableHead align="right" {...head('stock')}>
            Current Stock
          </TableHead>
          <TableHead align="right" {...head('averageDailySales')}>
            Avg Daily Sales
          </TableHead>
          <TableHead align="right" {...head('daysUntilStockout')}>
            Days Until Stockout
          </TableHead>
          <TableHead {...head('orderBy')}>Order by</TableHead>
          <TableHead align="right">
            <span className={classes.spoken}>Actions</span>
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {list.rows.map((row) => (
          <ProductRow key={row.variantId} row={row} today={list.today} onForecast={startOne} />
        ))}
      </tbody>
    </table>
  )
}
