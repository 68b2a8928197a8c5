import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys, syncQuery } from '../../api/queries.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { sharedTexts } from '../../ui/messages/shared-texts.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { FirstResults } from './first-results.tsx'
import classes from './sync.module.css'
import { SyncList } from './sync-list.tsx'

/** Shows the first sync on the dashboard, in place of the lists until the first forecasts exist (S-07). */
export function SyncProgress() {
  return (
    <div className={classes.two}>
      <section aria-label="Reading your store">
        <SectionHeader title="Reading your store" note={sharedTexts.importGoesOn} />
        <SyncState />
      </section>
      <FirstResults />
    </div>
  )
}

/** Shows the current run, kept up to date by live events. */
export function SyncState() {
  const { data, error, refetch, isFetching } = useQuery(syncQuery())
  useReloadAfterRun(data?.run?.status)
  if (data?.run) return <SyncList run={data.run} />
  if (error !== null) {
    const { title, message } = getFailure('load_sync', error)
    return <ErrorState title={title} message={message} retry={{ refetch, isFetching }} />
  }
  if (data !== undefined) return <p className={classes.note}>We're about to read your store.</p>
  return (
    <Loading label="Loading progress...">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} h={44} my="sm" />
      ))}
    </Loading>
  )
}

/** Reloads dashboard and session after a finished run. */
function useReloadAfterRun(status: string | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (status !== 'succeeded') return
    void queryClient.invalidateQueries({ queryKey: queryKeys.dashboard })
    void queryClient.invalidateQueries({ queryKey: queryKeys.session })
  }, [status, queryClient])
}
