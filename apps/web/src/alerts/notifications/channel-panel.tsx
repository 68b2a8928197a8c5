import { Switch } from '@mantine/core'
import { type ChannelName, channels, type Notifications } from '@stockcast/contract'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useReadOnly } from '../../session/use-read-only.ts'
import { useSession } from '../../session/use-session.ts'
import { asSentence } from '../../ui/format/as-sentence.ts'
import { offSteps, stoppedStep } from '../../ui/messages/notification-texts.ts'
import settings from '../../ui/settings/settings.module.css'
import { SettingsRow } from '../../ui/settings/settings-row.tsx'
import type { Draft, Faults } from './draft.ts'
import classes from './notifications.module.css'
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
    <SettingsRow title={channels[channel].label} note={props.note}>
      <fieldset className={classes.channel} disabled={isReadOnly}>
        <legend className="spoken">{channels[channel].label}</legend>
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

/** Says why a channel was switched off without the merchant, and what to do about it. */
function OffNotice({ channel, stored }: { channel: ChannelName; stored: Notifications }) {
  const { offReason } = stored[channel]
  if (offReason === null) return null
  const step = channel === 'sms' && stored.sms.isStopped ? stoppedStep : offSteps[channel]
  return (
    <div className={classes.off} role="status">
      <IconAlertTriangleFilled size={18} aria-hidden />
      <p>
        <strong>{channels[channel].label} was switched off.</strong> {asSentence(offReason)} {step}
      </p>
    </div>
  )
}

/** Links to the sandbox's messages: none leave this machine while the sandbox takes them. */
function SandboxOutbox({ channel }: { channel: ChannelName }) {
  const { providers, sandboxConsoleUrl } = useSession()
  const { provider } = channels[channel]
  if (providers[provider] !== 'sandbox' || sandboxConsoleUrl === null) return null
  return (
    <p className="quiet">
      Sandbox in use: messages go to{' '}
      <a
        href={`${sandboxConsoleUrl}/#${provider}`}
        target="_blank"
        rel="noreferrer"
        className={settings.link}
      >
        the sandbox’s outbox
      </a>
      .
    </p>
  )
}
