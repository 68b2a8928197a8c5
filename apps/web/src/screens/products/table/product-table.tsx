import type { ProductList, ProductSort } from '@stockcast/contract'
import { useState } from 'react'
import { OrderDialog } from '../../../actions/order-dialog.tsx'
import type { ActionProduct } from '../../../actions/product.ts'
import { useRunForecasts } from '../toolbar/use-run-forecasts.ts'
import type { ProductFilter } from '../use-product-list.ts'
import { useProductPages } from '../use-product-pages.ts'
import type { ShownColumns } from './product-columns.ts'
import { ProductHeads } from './product-heads.tsx'
import { ProductRows } from './product-rows.tsx'

interface ProductTableProps {
  /** The first page, for the total and today. */
  list: ProductList
  filter: ProductFilter
  columns: ShownColumns
  onSort: (column: ProductSort) => void
  /** The rows shown belong to the last filter while those of the new one are loading. */
  isBusy: boolean
}

/** Shows one table over all rows of the filter, loaded by pages. Scrolling renders nothing here again. */
export function ProductTable({ list, filter, columns, onSort, isBusy }: ProductTableProps) {
  const [pages, setPages] = useState('1')
  const [ordered, setOrdered] = useState<ActionProduct | null>(null)
  const { startOne } = useRunForecasts()
  const rows = useProductPages(filter, pages)
  return (
    <>
      <ProductRows
        list={list}
        rows={rows}
        columns={columns}
        heads={<ProductHeads columns={columns} sort={filter.sort} order={filter.order} onSort={onSort} />}
        isBusy={isBusy}
        onPages={setPages}
        onForecast={startOne}
        onOrder={setOrdered}
      />
      <OrderDialog product={ordered} onClose={() => setOrdered(null)} />
    </>
  )
}
