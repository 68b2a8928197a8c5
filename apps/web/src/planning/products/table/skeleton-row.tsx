import { memo } from 'react'
import table from '../../../ui/table/long-table.module.css'
import { LongRow } from '../../../ui/table/long-table.tsx'
import { productColumns, type ShownColumns } from './product-columns.ts'
import classes from './product-table.module.css'

const bar = `${table.bar} ${classes.bar}`

/**
 * Replaces a row that is still loading, at the same height. It has no animation: a hundred may pass at
 * once.
 */
export const SkeletonRow = memo(function SkeletonRow({
  index,
  columns,
}: {
  index: number
  columns: ShownColumns
}) {
  return (
    <LongRow index={index} data-loading>
      <SkeletonCells columns={columns} />
    </LongRow>
  )
})

const SkeletonCells = memo(function SkeletonCells({ columns }: { columns: ShownColumns }) {
  return (
    <>
      <td className={classes.product}>
        <span className="spoken">Loading</span>
        <span className={bar} />
        <span className={bar} data-short />
      </td>
      {productColumns.map(
        (column) =>
          columns.has(column) && (
            <td key={column} className={classes[column]}>
              <span className={bar} data-short={isShort[column] || undefined} />
            </td>
          ),
      )}
      <td className={classes.menu} />
    </>
  )
})

const isShort = { status: false, sales: false, stock: true, average: true, days: true, orderBy: false }
