import { Skeleton } from '@mantine/core'
import { channelNames } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { notificationsQuery } from '../../api/queries.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { notificationFailure } from '../../ui/messages/notification-texts.ts'
import { SettingsRow } from '../../ui/settings/settings-row.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import classes from './notifications.module.css'
import { NotificationsForm } from './notifications-form.tsx'

/** Shows the channels that send alerts, with their settings (G-04, G-04b). */
export function NotificationsTab() {
  const { data, error, refetch, isFetching } = useQuery(notificationsQuery())
  if (data)
    return (
      <>
        <NotificationsForm stored={data} />
        <ReportsSection />
      </>
    )
  if (error === null) return <PendingForm />
  return <ErrorState {...notificationFailure('load', error)} retry={{ refetch, isFetching }} />
}

/** Links to the reports, for shops that want them. */
function ReportsSection() {
  return (
    <div className={classes.reports}>
      <SettingsRow
        title="Reports"
        note="What to order each week; stockouts, overstock, suppliers and accuracy each month."
      >
        <ButtonLink to="/reports">Reports by email</ButtonLink>
      </SettingsRow>
    </div>
  )
}

function PendingForm() {
  return (
    <Loading label="Loading settings...">
      {channelNames.map((channel) => (
        <Skeleton key={channel} h={132} mb={36} maw="64rem" />
      ))}
    </Loading>
  )
}
