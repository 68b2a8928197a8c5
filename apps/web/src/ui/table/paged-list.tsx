import { Button, Group, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatUnits } from '../format/numbers.ts'
import type { Message } from '../messages/error-messages.ts'
import { ErrorState, Loading } from '../states.tsx'
import classes from './pager.module.css'

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5]

interface PagedListProps<Page> {
  /** What it lists: "orders". */
  name: string
  query: UseQueryResult<Page>
  getFailure: (error: Error) => Message
  /** Replaces the plain rows that are shown while it loads. */
  skeleton?: ReactNode
  /** Shown in place of a list without rows. */
  empty: ReactNode
  onPage: (page: number) => void
  /** Shows a page; it is busy while another one is loading. */
  children: (page: Page, isBusy: boolean) => ReactNode
}

/** Shows a list by pages: while it loads, when it failed, when it is empty, and its rows. */
export function PagedList<Page extends { page: number; pageSize: number; total: number }>(
  props: PagedListProps<Page>,
) {
  const { name, query, getFailure, skeleton = <Rows name={name} />, empty, onPage, children } = props
  const { data, error, isPlaceholderData } = query
  return (
    <>
      {error && <ErrorState {...getFailure(error)} retry={query} />}
      {!data && !error && skeleton}
      {data && (data.total === 0 ? empty : children(data, isPlaceholderData))}
      {data && data.total > data.pageSize && <Pager {...data} label={`Pages of ${name}`} onPage={onPage} />}
    </>
  )
}

function Rows({ name }: { name: string }) {
  return (
    <Loading label={`Loading ${name}...`}>
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} h={38} my={16} />
      ))}
    </Loading>
  )
}

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
