import { Title } from '@mantine/core'
import { channels, type Delivery } from '@stockcast/contract'
import {
  IconAlertTriangleFilled,
  IconBrandSlack,
  IconCheck,
  IconClock,
  IconDeviceMobile,
  IconMail,
  IconMinus,
  IconSend,
} from '@tabler/icons-react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useSession } from '../../session/use-session.ts'
import { formatLongInstant } from '../../ui/format/days.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import {
  deliveryStatusLabels,
  deliveryTitle,
  outcomeWords,
  rawWords,
  triesWords,
} from '../../ui/messages/delivery-words.ts'
import { WithTimes } from '../../ui/with-times.tsx'
import classes from './deliveries.module.css'

interface DeliveryRowProps {
  delivery: Delivery
  isRetrying: boolean
  onRetry: () => void
}

const channelIcons = { slack: IconBrandSlack, email: IconMail, sms: IconDeviceMobile } as const
const statusIcons = {
  queued: IconClock,
  sending: IconSend,
  sent: IconCheck,
  retrying: IconClock,
  failed: IconAlertTriangleFilled,
  off: IconMinus,
  left_out: IconMinus,
} as const

/** Shows one message: its text and channel, its outcome, and the button to send a failed one again. */
export function DeliveryRow({ delivery, isRetrying, onRetry }: DeliveryRowProps) {
  const { merchant, now } = useSession()
  const { timeZone } = merchant
  const title = deliveryTitle(delivery)
  const ChannelIcon = channelIcons[delivery.channel]
  const StatusIcon = statusIcons[delivery.status]
  const status = deliveryStatusLabels[delivery.status]
  const outcome = outcomeWords(delivery, { now, timeZone })
  const raw = rawWords(delivery)
  return (
    <li className={classes.row}>
      <div>
        <Title order={2} className={classes.title}>
          {title}
        </Title>
        <p className={classes.about}>
          <span className={classes.channel}>
            <ChannelIcon size={15} stroke={1.75} aria-hidden />
            {channels[delivery.channel].label}
          </span>
          {aboutWords(delivery).map((words) => (
            <span key={words}>{words}</span>
          ))}
          <time dateTime={delivery.createdAt}>{formatLongInstant(delivery.createdAt, timeZone)}</time>
        </p>
      </div>
      <div className={classes.outcome}>
        <span className={classes.status} data-status={delivery.status}>
          <StatusIcon size={15} stroke={1.75} aria-hidden />
          {status}
        </span>
        {outcome !== `${status}.` && (
          <p>
            <WithTimes>{outcome}</WithTimes>
          </p>
        )}
        {raw !== null && <p className={classes.raw}>{raw}</p>}
      </div>
      <div className={classes.action}>
        {delivery.canRetry && (
          <WriteButton
            least="viewer"
            size="xs"
            onClick={onRetry}
            loading={isRetrying}
            aria-label={`Send again: ${title}`}
          >
            Send again
          </WriteButton>
        )}
      </div>
    </li>
  )
}

/** Returns, for example, "3 alerts", "1 alert already resolved", "4 tries". */
function aboutWords({ kind, alerts, leftOut, attempts }: Delivery): string[] {
  const tries = triesWords({ attempts })
  return [
    ...(kind === 'digest' ? ['Digest'] : []),
    ...(alerts > 0 ? [formatCount(alerts, 'alert')] : []),
    ...(leftOut > 0 ? [`${formatCount(leftOut, 'alert')} already resolved`] : []),
    ...(tries === null ? [] : [tries]),
  ]
}
