import { Switch } from '@mantine/core'
import type { ChannelName, Notifications } from '@stockcast/contract'
import type { ReactNode } from 'react'
import { useReadOnly } from '../../session/use-read-only.ts'
import { channelLabels } from '../../ui/messages/notification-texts.ts'
import { SettingsRow } from '../../ui/settings/settings-row.tsx'
import type { Draft, Faults } from './draft.ts'
import classes from './notifications.module.css'
import { OffNotice } from './off-notice.tsx'
import { SandboxOutbox } from './sandbox-outbox.tsx'
import { SendTest } from './send-test.tsx'

/** What the form passes to each channel's section. */
export interface SectionProps<Name extends ChannelName> {
  stored: Notifications
  draft: Draft
  faults: Faults
  onChange: (next: Partial<Draft[Name]>) => void
}

interface ChannelPanelProps {
  channel: ChannelName
  note: ReactNode
  switchLabel: string
  stored: Notifications
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  fault?: string | undefined
  isDisabled?: boolean
  /** A test can be sent to the stored target, and the form has no other one. */
  canTest: boolean
  children: ReactNode
}

/** Shows a channel with its switch, why it is off, its fields and a test message. */
export function ChannelPanel(props: ChannelPanelProps) {
  const { channel, isOn, stored, children } = props
  const isReadOnly = useReadOnly('viewer') !== null
  return (
    <SettingsRow title={channelLabels[channel]} note={props.note}>
      <fieldset className={classes.channel} disabled={isReadOnly}>
        <legend className="spoken">{channelLabels[channel]}</legend>
        <Switch
          label={props.switchLabel}
          checked={isOn}
          disabled={props.isDisabled ?? false}
          error={props.fault}
          onChange={(event) => props.onSwitch(event.currentTarget.checked)}
        />
        {!isOn && <OffNotice channel={channel} stored={stored} />}
        {children}
        {props.canTest && <SendTest channel={channel} timeZone={stored.timeZone} />}
        <SandboxOutbox channel={channel} />
      </fieldset>
    </SettingsRow>
  )
}
