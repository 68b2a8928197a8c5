import { Skeleton } from '@mantine/core'
import type { Activity } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activityQuery } from '../../api/queries.ts'
import { useSession } from '../../session/use-session.ts'
import { formatLongInstant } from '../../ui/format/days.ts'
import { activityWords } from '../../ui/messages/activity-words.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import classes from '../../ui/settings/settings.module.css'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Pager } from '../../ui/table/pager.tsx'

/** Lists what was done with the account, when, and from where. */
export function ActivityList() {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useQuery(activityQuery(page))
  if (!data && error !== null) {
    return <ErrorState {...getFailure('load_activity', error)} retry={{ refetch, isFetching }} />
  }
  if (!data) {
    return (
      <Loading label="Loading activity...">
        <Skeleton h={120} />
      </Loading>
    )
  }
  if (data.total === 0) return <p className={classes.quiet}>Nothing yet.</p>
  return (
    <>
      <ul className={classes.list} aria-label="Recent activity">
        {data.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <Pager
        page={data.page}
        pageSize={data.pageSize}
        total={data.total}
        onPage={setPage}
        label="Pages of activity"
      />
    </>
  )
}

function Entry({ entry }: { entry: Activity['entries'][number] }) {
  const { timeZone } = useSession().merchant
  const by = entry.by === null ? null : `by ${entry.by}`
  const facts = [by, formatLongInstant(entry.at, timeZone), entry.device, entry.address]
  return (
    <li className={classes.storeText}>
      <p>
        <b>{activityWords(entry)}</b>
      </p>
      <p>{facts.filter((fact) => fact !== null).join(' · ')}</p>
    </li>
  )
}
