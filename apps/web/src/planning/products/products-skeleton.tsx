import { Loading } from '../../ui/states.tsx'
import table from '../../ui/table/long-table.module.css'
import { useRowHeight } from '../../ui/table/use-window-rows.ts'
import { BLOCKS_UNDER, ROW_REM, type ShownColumns } from './table/product-columns.ts'
import { ProductHeads } from './table/product-heads.tsx'
import classes from './table/product-table.module.css'
import { SkeletonRow } from './table/skeleton-row.tsx'
import type { ProductFilter } from './use-product-list.ts'

const ROWS = 12

/** Shows the table's layout before its first answer. */
export function ProductsSkeleton({
  columns,
  sort,
  order,
}: Pick<ProductFilter, 'sort' | 'order'> & { columns: ShownColumns }) {
  const { rowHeightPx } = useRowHeight(BLOCKS_UNDER, { rowRem: ROW_REM })
  return (
    <Loading label="Loading products...">
      <table
        className={`${table.table} ${classes.table}`}
        inert
        style={{ '--row-height': `${rowHeightPx}px`, '--rows': ROWS }}
      >
        <thead>
          <tr>
            <ProductHeads columns={columns} sort={sort} order={order} onSort={() => undefined} />
          </tr>
        </thead>
        <tbody>
          {[...Array(ROWS).keys()].map((row) => (
            <SkeletonRow key={row} index={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </Loading>
  )
}
