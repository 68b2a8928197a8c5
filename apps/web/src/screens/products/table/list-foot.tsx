import { Button } from '@mantine/core'
import { formatUnits } from '../../../format/numbers.ts'
import { failureOf } from '../../../messages/error-messages.ts'
import type { RowRange } from '../../../ui/table/use-window-rows.ts'
import type { LoadedRows } from '../use-product-pages.ts'
import classes from './list-foot.module.css'

interface ListFootProps {
  inView: RowRange | null
  total: number
  rows: LoadedRows
}

/**
 * Stays under the rows while they scroll, and says which rows are visible, or that some could not be
 * loaded.
 */
export function ListFoot({ inView, total, rows }: ListFootProps) {
  return (
    <div className={classes.foot}>
      {rows.error ? (
        <p className={classes.footFailure} role="alert">
          <b>{failureOf('load_products', rows.error).title}</b>{' '}
          <Button size="compact-sm" onClick={rows.retry} loading={rows.isFetching}>
            Try again
          </Button>
        </p>
      ) : (
        <p className={classes.footNote}>
          Days until stockout: the most likely value, with the range for 8 of 10 cases.
        </p>
      )}
      <p className={classes.count}>
        {inView === null ? '0' : `${formatUnits(inView.first + 1)} to ${formatUnits(inView.last + 1)}`} of{' '}
        {formatUnits(total)}
      </p>
    </div>
  )
}
