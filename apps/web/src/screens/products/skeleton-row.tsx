import { VisuallyHidden } from '@mantine/core'
import { productColumns, type ShownColumns } from './product-columns.ts'
import classes from './product-table.module.css'

/** In place of a row that is still on its way, of the same height. Nothing moves in it: a hundred may fly by. */
export function SkeletonRow({ index, columns }: { index: number; columns: ShownColumns }) {
  return (
    <tr aria-rowindex={index + 2} data-loading>
      <td className={classes.product}>
        <VisuallyHidden>Loading</VisuallyHidden>
        <span className={classes.bar} />
        <span className={classes.bar} data-short />
      </td>
      {productColumns.map(
        (column) =>
          columns.has(column) && (
            <td key={column} className={classes[column]}>
              <span className={classes.bar} data-short={isShort[column] || undefined} />
            </td>
          ),
      )}
      <td />
    </tr>
  )
}

const isShort = { status: false, sales: false, stock: true, average: true, days: true, orderBy: false }
