import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './long-table.module.css'

interface TableFootProps {
  note: ReactNode
  /** Says that some rows could not be loaded. */
  failure: string | null
  onRetry: () => void
  isRetrying: boolean
  /** The count of rows. */
  children: ReactNode
}

/** Stays under the rows while they scroll. */
export function TableFoot({ note, failure, onRetry, isRetrying, children }: TableFootProps) {
  return (
    <div className={classes.foot}>
      {failure === null ? (
        note
      ) : (
        <p className={classes.failure} role="alert">
          <b>{failure}</b>{' '}
          <Button size="compact-sm" onClick={onRetry} loading={isRetrying}>
            Try again
          </Button>
        </p>
      )}
      <p className={classes.count}>{children}</p>
    </div>
  )
}
