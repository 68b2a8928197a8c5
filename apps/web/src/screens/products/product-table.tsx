import type { ProductList, ProductSort, ProductRow as Row } from '@stockcast/contract'
import { useRef, useState } from 'react'
import { OrderDialog } from '../../acts/order-dialog.tsx'
import type { ActProduct } from '../../acts/product.ts'
import { ListFoot } from './list-foot.tsx'
import type { ShownColumns } from './product-columns.ts'
import { ProductHeads } from './product-heads.tsx'
import { ProductRow } from './product-row.tsx'
import classes from './product-table.module.css'
import { SkeletonRow } from './skeleton-row.tsx'
import type { ProductFilter } from './use-product-list.ts'
import { useProductPages } from './use-product-pages.ts'
import { useRowWindow } from './use-row-window.ts'
import { useRunForecasts } from './use-run-forecasts.ts'

interface ProductTableProps {
  /** The first page, for the total and today. */
  list: ProductList
  filter: ProductFilter
  columns: ShownColumns
  onSort: (column: ProductSort) => void
  /** The rows shown are of the last filter, while the asked ones are on their way. */
  isBusy: boolean
}

/** One table over all rows of the filter. The document holds those near the window, the server brings them by pages. */
export function ProductTable({ list, filter, columns, onSort, isBusy }: ProductTableProps) {
  const { total, today } = list
  const body = useRef<HTMLTableSectionElement>(null)
  const { startOne } = useRunForecasts()
  const [ordered, setOrdered] = useState<ActProduct | null>(null)
  const { rendered, inView, rowHeightPx, beforePx, afterPx } = useRowWindow(body, total)
  const rows = useProductPages(filter, rendered, total)
  const keys = uniqueKeys()
  const indexes = Array.from({ length: rendered.last - rendered.first + 1 }, (_, i) => rendered.first + i)

  return (
    <>
      <table
        className={classes.table}
        aria-label="Products"
        aria-busy={isBusy}
        aria-rowcount={total + 1}
        style={{ '--row-height': `${rowHeightPx}px` }}
      >
        <ProductHeads columns={columns} sort={filter.sort} order={filter.order} onSort={onSort} />
        <tbody ref={body}>
          <Gap heightPx={beforePx} cells={columns.size + 2} />
          {indexes.map((index) => {
            const row = rows.rowAt(index)
            if (!row) return <SkeletonRow key={`loading ${index}`} index={index} columns={columns} />
            return (
              <ProductRow
                key={keys(row)}
                index={index}
                row={row}
                today={today}
                columns={columns}
                onForecast={startOne}
                onOrder={setOrdered}
              />
            )
          })}
          <Gap heightPx={afterPx} cells={columns.size + 2} />
        </tbody>
      </table>
      <OrderDialog product={ordered} onClose={() => setOrdered(null)} />
      <ListFoot inView={inView} total={total} rows={rows} />
    </>
  )
}

/**
 * A row keeps its menu and its focus where a change moves it. While pages are read anew, a product may stand on two of
 * them for a moment.
 */
function uniqueKeys(): (row: Row) => string {
  const given = new Set<string>()
  return ({ variantId }) => {
    const key = given.has(`${variantId}`) ? `${variantId} again` : `${variantId}`
    given.add(key)
    return key
  }
}

/** The room of the rows that the document does not hold. */
function Gap({ heightPx, cells }: { heightPx: number; cells: number }) {
  if (heightPx <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: there is nothing in it to focus
    <tr aria-hidden="true" className={classes.gap} style={{ height: heightPx }}>
      <td colSpan={cells} />
    </tr>
  )
}
