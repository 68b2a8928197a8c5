import type { ProductList, ProductRow as Row } from '@stockcast/contract'
import { type ReactNode, useDeferredValue, useRef } from 'react'
import type { ActionProduct } from '../../../actions/product.ts'
import table from '../../../ui/table/long-table.module.css'
import { TableGap } from '../../../ui/table/table-gap.tsx'
import { type LoadedRows, useWantedPages } from '../use-product-pages.ts'
import { ListFoot } from './list-foot.tsx'
import type { ShownColumns } from './product-columns.ts'
import { ProductRow } from './product-row.tsx'
import classes from './product-table.module.css'
import { SkeletonRow } from './skeleton-row.tsx'
import { useRowWindow } from './use-row-window.ts'

interface ProductRowsProps {
  list: ProductList
  rows: LoadedRows
  columns: ShownColumns
  heads: ReactNode
  isBusy: boolean
  onPages: (pages: string) => void
  onForecast: (variantId: number) => void
  onOrder: (product: ActionProduct) => void
}

/**
 * Renders the part of the table that changes while the page scrolls: the document contains the rows near
 * the window.
 */
export function ProductRows(props: ProductRowsProps) {
  const { list, rows, columns, heads, isBusy, onPages, onForecast, onOrder } = props
  const { total, today } = list
  const body = useRef<HTMLTableSectionElement>(null)
  const { rendered, inView, rowHeightPx, beforePx, afterPx } = useRowWindow(body, total)
  useWantedPages(rendered, total, onPages)
  const loaded = useUnhurried(rows)
  const keys = uniqueKeys()
  const indexes = Array.from({ length: rendered.last - rendered.first + 1 }, (_, i) => rendered.first + i)

  return (
    <>
      <table
        className={`${table.table} ${classes.table}`}
        aria-label="Products"
        aria-busy={isBusy}
        aria-rowcount={total + 1}
        style={{ '--row-height': `${rowHeightPx}px` }}
      >
        {heads}
        <tbody ref={body}>
          <TableGap heightPx={beforePx} cells={columns.size + 2} />
          {indexes.map((index) => {
            const row = loaded.rowAt(index)
            // All are alike, so the one at the same place in the document stays.
            if (!row) return <SkeletonRow key={index - rendered.first} index={index} columns={columns} />
            return (
              <ProductRow
                key={keys(row)}
                index={index}
                row={row}
                today={today}
                columns={columns}
                onForecast={onForecast}
                onOrder={onOrder}
              />
            )
          })}
          <TableGap heightPx={afterPx} cells={columns.size + 2} />
        </tbody>
      </table>
      <ListFoot inView={inView} total={total} rows={rows} />
    </>
  )
}

/** Renders arriving rows between the frames of a scroll, and those of another filter at once. */
function useUnhurried(rows: LoadedRows): LoadedRows {
  const unhurried = useDeferredValue(rows)
  return unhurried.filter === rows.filter ? unhurried : rows
}

/**
 * Returns a function that gives each row a key of its own, with which it keeps menu and focus when it moves.
 * While pages are reloaded, a product may be on two of them for a moment.
 */
function uniqueKeys(): (row: Row) => string {
  const given = new Set<string>()
  return ({ variantId }) => {
    const key = `product ${variantId}`
    if (given.has(key)) return `${key} again`
    given.add(key)
    return key
  }
}
