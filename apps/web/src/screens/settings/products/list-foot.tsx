import { Button } from '@mantine/core'
import { formatCount } from '../../../format/numbers.ts'
import { failureOf } from '../../../messages/error-messages.ts'
import classes from './products-tab.module.css'
import type { LoadedRows } from './use-variant-pages.ts'

interface ListFootProps {
  total: number
  /** Products with changes that are not saved. */
  unsaved: number
  rows: LoadedRows
}

/** Stays under the rows while they scroll. */
export function ListFoot({ total, unsaved, rows }: ListFootProps) {
  return (
    <div className={classes.foot}>
      {rows.error !== null && (
        <p className={classes.fault} role="alert">
          {failureOf('load_settings', rows.error).title}{' '}
          <Button size="compact-sm" onClick={rows.retry} loading={rows.isFetching}>
            Try again
          </Button>
        </p>
      )}
      <p aria-live="polite">{unsaved > 0 && `${formatCount(unsaved, 'product')} not saved yet.`}</p>
      <p className={classes.count}>{formatCount(total, 'product')}</p>
    </div>
  )
}
