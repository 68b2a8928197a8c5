import type { ChannelName, Notifications } from '@stockcast/contract'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { asSentence } from '../../ui/format/as-sentence.ts'
import { channelLabels, offSteps, stoppedStep } from '../../ui/messages/notification-texts.ts'
import classes from './notifications.module.css'

/** Says why a channel was switched off without the merchant, and what to do about it. */
export function OffNotice({ channel, stored }: { channel: ChannelName; stored: Notifications }) {
  const { offReason } = stored[channel]
  if (offReason === null) return null
  const step = channel === 'sms' && stored.sms.isStopped ? stoppedStep : offSteps[channel]
  return (
    <div className={classes.off} role="status">
      <IconAlertTriangleFilled size={18} aria-hidden />
      <p>
        <strong>{channelLabels[channel]} was switched off.</strong> {asSentence(offReason)} {step}
      </p>
    </div>
  )
}
