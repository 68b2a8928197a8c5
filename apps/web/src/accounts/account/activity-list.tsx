import type { Activity } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activityQuery } from '../../api/queries.ts'
import { useSession } from '../../session/use-session.ts'
import { formatLongInstant } from '../../ui/format/days.ts'
import { activityWords } from '../../ui/messages/activity-words.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import classes from '../../ui/settings/settings.module.css'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { WithTimes } from '../../ui/with-times.tsx'

/** Lists what was done in the account: by whom, when and from where. */
export function ActivityList() {
  const [page, setPage] = useState(1)
  const activity = useQuery(activityQuery(page))
  return (
    <PagedList
      name="activity"
      query={activity}
      getFailure={(error) => getFailure('load_activity', error)}
      empty={<p className="quiet">Nothing yet.</p>}
      onPage={setPage}
    >
      {({ entries }) => (
        <ul className={classes.list} aria-label="Recent activity">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </PagedList>
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
      <p>
        <WithTimes>{facts.filter((fact) => fact !== null).join(' · ')}</WithTimes>
      </p>
    </li>
  )
}
