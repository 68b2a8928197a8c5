import { VisuallyHidden } from '@mantine/core'
import type { ProductSort } from '@stockcast/contract'
import table from '../../../ui/table/long-table.module.css'
import type { LongColumn } from '../../../ui/table/long-table.tsx'
import {
  type ProductColumn,
  productColumnLabels,
  productColumns,
  type ShownColumns,
} from './product-columns.ts'
import classes from './product-table.module.css'

const bar = `${table.bar} ${classes.bar}`
const long = { pending: <span className={bar} /> }
const short = { align: 'right' as const, pending: <span className={bar} data-short /> }

const columns: Record<ProductColumn, Omit<LongColumn<ProductSort>, 'head'>> = {
  status: long,
  sales: long,
  stock: { sort: 'stock', ...short },
  average: { sort: 'averageDailySales', ...short },
  days: { sort: 'daysUntilStockout', ...short },
  orderBy: { sort: 'orderBy', ...long },
}

/** Returns the columns that are shown, with what stands in them while a row is loading. */
export const getHeads = (shown: ShownColumns): LongColumn<ProductSort>[] => [
  {
    head: 'Product',
    sort: 'title',
    className: classes.product,
    pending: (
      <>
        <span className="spoken">Loading</span>
        <span className={bar} />
        <span className={bar} data-short />
      </>
    ),
  },
  ...productColumns
    .filter((column) => shown.has(column))
    .map((column) => ({
      head: productColumnLabels[column],
      className: classes[column],
      ...columns[column],
    })),
  {
    head: 'Actions',
    title: <VisuallyHidden>Actions</VisuallyHidden>,
    align: 'right',
    className: classes.menu,
    pending: null,
  },
]
