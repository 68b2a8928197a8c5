import { VisuallyHidden } from '@mantine/core'
import type { ProductSort } from '@stockcast/contract'
import { TableHead } from '../../../ui/table/table-head.tsx'
import { type ProductColumn, productColumnLabels, type ShownColumns } from './product-columns.ts'
import classes from './product-table.module.css'

interface ProductHeadsProps {
  columns: ShownColumns
  sort: ProductSort
  order: 'asc' | 'desc'
  onSort: (column: ProductSort) => void
}

/** Shows the heads, whose columns have fixed widths: rows come and go and must not move them. */
export function ProductHeads({ columns, sort, order, onSort }: ProductHeadsProps) {
  const by = (column: ProductSort) => ({
    sorted: sort === column ? order : (false as const),
    onSort: () => onSort(column),
  })
  const head = (column: ProductColumn, props: HeadProps) =>
    columns.has(column) && <TableHead {...props}>{productColumnLabels[column]}</TableHead>
  return (
    <>
      <TableHead className={classes.product} {...by('title')}>
        Product
      </TableHead>
      {head('status', { className: classes.status })}
      {head('sales', { className: classes.sales })}
      {head('stock', { align: 'right', className: classes.stock, ...by('stock') })}
      {head('average', { align: 'right', className: classes.average, ...by('averageDailySales') })}
      {head('days', { align: 'right', className: classes.days, ...by('daysUntilStockout') })}
      {head('orderBy', { className: classes.orderBy, ...by('orderBy') })}
      <TableHead align="right" className={classes.menu}>
        <VisuallyHidden>Actions</VisuallyHidden>
      </TableHead>
    </>
  )
}

type HeadProps = Omit<Parameters<typeof TableHead>[0], 'children'>
