import type { ProductSort } from '@stockcast/contract'
import { TableHead } from '../../theme/table-head.tsx'
import classes from './products.module.css'

interface ProductHeadsProps {
  sort: ProductSort
  order: 'asc' | 'desc'
  onSort: (column: ProductSort) => void
}

/** The columns, with widths of their own: rows come and go, and must not move them. */
export function ProductHeads({ sort, order, onSort }: ProductHeadsProps) {
  const head = (column: ProductSort) => ({
    sorted: sort === column ? order : (false as const),
    onSort: () => onSort(column),
  })
  return (
    <thead>
      <tr aria-rowindex={1}>
        <TableHead {...head('title')}>Product</TableHead>
        <TableHead width="13.2%">Status</TableHead>
        <TableHead width="13.2%">Sales, 30 days</TableHead>
        <TableHead width="10.8%" align="right" {...head('stock')}>
          Current Stock
        </TableHead>
        <TableHead width="11.6%" align="right" {...head('averageDailySales')}>
          Avg Daily Sales
        </TableHead>
        <TableHead width="16.2%" align="right" {...head('daysUntilStockout')}>
          Days Until Stockout
        </TableHead>
        <TableHead width="11.6%" {...head('orderBy')}>
          Order by
        </TableHead>
        <TableHead width="2.5rem" align="right">
          <span className={classes.spoken}>Actions</span>
        </TableHead>
      </tr>
    </thead>
  )
}
