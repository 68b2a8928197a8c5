import type { ProductList, ProductSort } from '@stockcast/contract'
import { useState } from 'react'
import { OrderDialog } from '../../../ordering/actions/order-dialog.tsx'
import type { ActionProduct } from '../../../ordering/actions/product.ts'
import { getFailure } from '../../../ui/messages/error-messages.ts'
import { LongTable } from '../../../ui/table/long-table.tsx'
import { useLoadedRows } from '../../../ui/table/use-loaded-rows.ts'
import { getPage, type ProductFilter } from '../use-product-list.ts'
import { useRunForecasts } from '../use-run-forecasts.ts'
import { BLOCKS_UNDER, ROW_REM, type ShownColumns } from './product-columns.ts'
import { ProductHeads } from './product-heads.tsx'
import { ProductRow } from './product-row.tsx'
import classes from './product-table.module.css'
import { SkeletonRow } from './skeleton-row.tsx'

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
  const rows = useLoadedRows({ filter, wanted: pages, getQuery: (page) => getPage(filter, page) })
  return (
    <>
      <LongTable
        label="Products"
        className={classes.table}
        heads={<ProductHeads columns={columns} sort={filter.sort} order={filter.order} onSort={onSort} />}
        total={total}
        rows={rows}
        isBusy={isBusy}
        blocksUnder={BLOCKS_UNDER}
        rowRem={ROW_REM}
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
        showPending={(index) => <SkeletonRow index={index} columns={columns} />}
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
