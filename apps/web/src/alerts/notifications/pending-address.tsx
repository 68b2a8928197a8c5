import { Button } from '@mantine/core'
import { type Notifications, notificationsApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { notificationFailure } from '../../ui/messages/notification-texts.ts'
import settings from '../../ui/settings/settings.module.css'
import classes from './notifications.module.css'

/** Says that the address awaits confirmation; until then alerts go to the former one, if any (G-04). */
export function PendingAddress({ stored: { email } }: { stored: Notifications }) {
  const queryClient = useQueryClient()
  const send = useMutation({
    mutationFn: () => call(notificationsApi.confirmEmail),
    onSuccess: (saved) => queryClient.setQueryData(queryKeys.notifications, saved),
  })
  if (email.pendingAddress === null) return null
  return (
    <div className={classes.code}>
      <p className={classes.codeText}>
        <b>Waiting for confirmation.</b> Open the email sent to {email.pendingAddress} and follow its link.{' '}
        {email.address === null
          ? 'No alerts are sent there until then.'
          : `Until then, alerts go to ${email.address}.`}
      </p>
      <Button size="xs" onClick={() => send.mutate()} loading={send.isPending}>
        Send again
      </Button>
      <p role="status" className={settings.quiet}>
        {send.isError && notificationFailure('confirm_address', send.error).message}
        {send.isSuccess && 'A new email is on its way. Its link works for 7 days.'}
      </p>
    </div>
  )
}
