import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { notificationsQuery } from '../../api/queries.ts'
import { notificationFailure } from '../../ui/messages/notification-texts.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { NotificationsForm } from './notifications-form.tsx'

/** Shows the channels that send alerts, with their settings (G-04, G-04b). */
export function NotificationsTab() {
  const { data, error, refetch, isFetching } = useQuery(notificationsQuery())
  if (data) return <NotificationsForm stored={data} />
  if (error === null) return <PendingForm />
  return <ErrorState {...notificationFailure('load', error)} retry={{ refetch, isFetching }} />
}

function PendingForm() {
  return (
    <Loading label="Loading settings...">
      {['slack', 'email', 'sms'].map((channel) => (
        <Skeleton key={channel} h={132} mb={36} maw="64rem" />
      ))}
    </Loading>
  )
}
