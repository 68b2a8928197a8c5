import { channelNames, type DeliveryList } from '@stockcast/contract'
import { formatCount } from '../../ui/format/numbers.ts'
import { channelLabels } from '../../ui/messages/notification-texts.ts'
import classes from './deliveries.module.css'

/** Counts alerts without a message yet: gathered, held by quiet hours, or kept for a digest. */
export function WaitingAlerts({ waiting }: { waiting: DeliveryList['waiting'] }) {
  const parts = channelNames.flatMap((name) => {
    const count = waiting[name] ?? 0
    return count > 0 ? [`${formatCount(count, 'alert')} for ${channelLabels[name]}`] : []
  })
  if (parts.length === 0) return null
  return <p className={classes.waiting}>Waiting for the next message: {parts.join(', ')}.</p>
}
