import type { ProductList, ProductSort } from '@stockcast/contract'
import { useMemo, useState } from 'react'
import { OrderDialog } from '../../../ordering/actions/order-form.tsx'
import type { ActionProduct } from '../../../ordering/actions/product.ts'
import { getFailure } from '../../../ui/messages/error-messages.ts'
import { LongTable, LongTableSkeleton } from '../../../ui/table/long-table.tsx'
import { useLoadedRows } from '../../../ui/table/use-loaded-rows.ts'
import { getPage, type ProductFilter } from '../use-product-list.ts'
import { useRunForecasts } from '../use-run-forecasts.ts'
import { BLOCK_REM, BLOCKS_UNDER, getHeads, ROW_REM, type ShownColumns } from './product-columns.tsx'

import { ProductRow } from './product-row.tsx'
import classes from './product-table.module.css'

const looks = {
  className: `${classes.table} blocks`,
  blocksUnder: BLOCKS_UNDER,
  rowRem: ROW_REM,
  blockRem: BLOCK_REM,
}

interface ProductTableProps {
  /** The first page, for the total and today. */
  list: ProductList
  filter: ProductFilter
  columns: ShownColumns
  onSort: (column: ProductSort) => void
  /** The rows shown belong to the last filter while those of the new one are loading. */
  isBusy: boolean
}

/** Shows one table over all rows of the filter. */
export function ProductTable({ list, filter, columns, onSort, isBusy }: ProductTableProps) {
  const { total, today } = list
  const [pages, setPages] = useState('1')
  const [ordered, setOrdered] = useState<ActionProduct | null>(null)
  const { startOne } = useRunForecasts()
  const heads = useMemo(() => getHeads(columns), [columns])
  const rows = useLoadedRows({ filter, wanted: pages, getQuery: (page) => getPage(filter, page) })
  return (
    <>
      <LongTable
        {...looks}
        label="Products"
        columns={heads}
        sort={filter.sort}
        order={filter.order}
        onSort={onSort}
        total={total}
        rows={rows}
        isBusy={isBusy}
        onPages={setPages}
        showRow={(row, index) => (
          <ProductRow
            index={index}
            row={row}
            today={today}
            columns={columns}
            onForecast={startOne}
            onOrder={setOrdered}
          />
        )}
        note={
          <p className={classes.footNote}>
            Days until stockout: the most likely value, with the range for 8 of 10 cases.
          </p>
        }
        getFailure={(error) => getFailure('load_products', error).title}
      />
      <OrderDialog product={ordered} onClose={() => setOrdered(null)} />
    </>
  )
}

/** Shows the table's layout before its first answer. */
export function ProductsSkeleton({
  columns,
  ...sorting
}: Pick<ProductFilter, 'sort' | 'order'> & { columns: ShownColumns }) {
  return <LongTableSkeleton {...looks} label="Loading products..." columns={getHeads(columns)} {...sorting} />
}
