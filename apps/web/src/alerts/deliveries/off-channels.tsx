import { Button } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Banner } from '../../ui/banner.tsx'
import { asSentence } from '../../ui/format/as-sentence.ts'
import { channelLabels } from '../../ui/messages/notification-texts.ts'
import { useDeliveryTrouble } from './use-delivery-trouble.ts'

/** Says which channels no longer send, why, and where to change that. */
export function OffChannels() {
  const { off } = useDeliveryTrouble()
  return off.map(({ name, reason }) => (
    <Banner
      key={name}
      tone="critical"
      title={`${channelLabels[name]} was switched off`}
      icon={<IconAlertTriangleFilled size={18} aria-hidden />}
      action={
        <Button
          size="xs"
          renderRoot={(props) => <Link to="/settings" search={{ tab: 'notifications' }} {...props} />}
        >
          Open settings
        </Button>
      }
    >
      {asSentence(reason)} No alert is sent there until you switch it on again.
    </Banner>
  ))
}
