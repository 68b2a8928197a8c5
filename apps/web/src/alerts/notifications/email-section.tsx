import { Button, TextInput } from '@mantine/core'
import { type Notifications, notificationsApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { notificationFailure } from '../../ui/messages/notification-texts.ts'
import { ChannelPanel, type SectionProps } from './channel-panel.tsx'
import classes from './notifications.module.css'
import { WhatAndWhen } from './what-and-when.tsx'

/** Shows the alert address; saving with the switch off clears it (G-04). */
export function EmailSection({ stored, draft, faults, onChange }: SectionProps<'email'>) {
  const { merchant, user } = useSession()
  const { isOn, address } = draft.email
  const suggested = merchant.isDemoUser ? '' : user.email
  return (
    <ChannelPanel
      channel="email"
      note="To any address. Your sign-in email does not change."
      switchLabel="Send alerts by email"
      stored={stored}
      isOn={isOn}
      onSwitch={(next) =>
        onChange(next && address === '' ? { isOn: next, address: suggested } : { isOn: next })
      }
      fault={faults['email.isOn']}
      canTest={isOn && stored.email.address !== null && address === stored.email.address}
    >
      {isOn && (
        <>
          <TextInput
            label="Notification email"
            description="Every alert email has a one-click unsubscribe link."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            type="email"
            autoComplete="email"
            value={address}
            error={faults['email.address']}
            onChange={(event) => onChange({ address: event.currentTarget.value })}
          />
          {address === stored.email.pendingAddress && <PendingAddress stored={stored} />}
          <WhatAndWhen name="email" choice={draft.email} faults={faults} onChange={onChange} />
        </>
      )}
    </ChannelPanel>
  )
}

/** Says that the address awaits confirmation; until then alerts go to the former one, if any (G-04). */
function PendingAddress({ stored: { email } }: { stored: Notifications }) {
  const queryClient = useQueryClient()
  const send = useMutation({
    mutationFn: () => call(notificationsApi.confirmEmail),
    onSuccess: (saved) => queryClient.setQueryData(queryKeys.notifications, saved),
  })
  if (email.pendingAddress === null) return null
  return (
    <div className={classes.code}>
      <p>
        <b>Waiting for confirmation.</b> Open the email sent to {email.pendingAddress} and follow its link.{' '}
        {email.address === null
          ? 'No alerts are sent there until then.'
          : `Until then, alerts go to ${email.address}.`}
      </p>
      <Button size="xs" onClick={() => send.mutate()} loading={send.isPending}>
        Send again
      </Button>
      <p role="status" className="quiet">
        {send.isError && notificationFailure('confirm_address', send.error).message}
        {send.isSuccess && 'A new email is on its way. Its link works for 7 days.'}
      </p>
    </div>
  )
}
