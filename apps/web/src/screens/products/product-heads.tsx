import { VisuallyHidden } from '@mantine/core'
import type { ProductSort } from '@stockcast/contract'
import { TableHead } from '../../theme/table-head.tsx'
import { type ProductColumn, productColumnLabels, type ShownColumns } from './product-columns.ts'
import classes from './product-table.module.css'

interface ProductHeadsProps {
  columns: ShownColumns
  sort: ProductSort
  order: 'asc' | 'desc'
  onSort: (column: ProductSort) => void
}

/** The columns, with widths of their own: rows come and go, and must not move them. */
export function ProductHeads({ columns, sort, order, onSort }: ProductHeadsProps) {
  const by = (column: ProductSort) => ({
    sorted: sort === column ? order : (false as const),
    onSort: () => onSort(column),
  })
  const head = (column: ProductColumn, props: HeadProps) =>
    columns.has(column) && <TableHead {...props}>{productColumnLabels[column]}</TableHead>
  return (
    <thead>
      <tr aria-rowindex={1}>
        <TableHead {...by('title')}>Product</TableHead>
        {head('status', { width: '13.2%' })}
        {head('sales', { width: '13.2%', className: classes.salesHead })}
        {head('stock', { width: '10.8%', align: 'right', ...by('stock') })}
        {head('average', { width: '11.6%', align: 'right', ...by('averageDailySales') })}
        {head('days', { width: '16.2%', align: 'right', ...by('daysUntilStockout') })}
        {head('orderBy', { width: '11.6%', className: classes.orderByHead, ...by('orderBy') })}
        <TableHead width="2.5rem" align="right">
          <VisuallyHidden>Actions</VisuallyHidden>
        </TableHead>
      </tr>
    </thead>
  )
}

type HeadProps = Omit<Parameters<typeof TableHead>[0], 'children'>
