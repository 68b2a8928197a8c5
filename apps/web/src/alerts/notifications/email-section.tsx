import { TextInput } from '@mantine/core'
import { useSession } from '../../session/use-session.ts'
import { ChannelPanel, type SectionProps } from './channel-panel.tsx'
import { PendingAddress } from './pending-address.tsx'
import { WhatAndWhen } from './what-and-when.tsx'

/** Shows the alert address; saving with the switch off clears it (G-04). */
export function EmailSection({ stored, draft, faults, onChange }: SectionProps<'email'>) {
  const { merchant, user } = useSession()
  const { isOn, address } = draft.email
  const suggested = merchant.isDemoUser ? '' : user.email
  return (
    <ChannelPanel
      channel="email"
      note="To any address; the one you sign in with stays the same."
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
