import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatUnits } from '../format/numbers.ts'
import classes from './pager.module.css'

interface PagerProps {
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
  /** Name of the list for screen readers: "Pages of products". */
  label: string
  note?: ReactNode
}

/** Shows which part of a list is visible, with buttons for the next and the previous part. */
export function Pager({ page, pageSize, total, onPage, label, note }: PagerProps) {
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  return (
    <Group gap={10} mt={14}>
      <p className={classes.note}>{note}</p>
      {total > 0 && (
        <nav aria-label={label} className={classes.pages}>
          <span aria-live="polite">
            {page > lastPage ? 'Nothing' : `${formatUnits(first)} to ${formatUnits(last)}`} of{' '}
            {formatUnits(total)}
          </span>
          <Button size="xs" disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, lastPage))}>
            Previous
          </Button>
          <Button size="xs" disabled={last >= total} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </Group>
  )
}
