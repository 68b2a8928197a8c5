import { Button } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { channelLabels } from '../ui/messages/notification-texts.ts'
import { useDeliveryTrouble } from './deliveries/use-delivery-trouble.ts'

const list = new Intl.ListFormat('en-US')

/** Links to the messages about alerts, and says when some were not delivered. */
export function MessagesLink() {
  const { off, dead } = useDeliveryTrouble()
  const names = [...off.map(({ name }) => name), ...dead].map((name) => channelLabels[name])
  const warning = names.length === 0 ? null : `${list.format(names)} not delivered`
  return (
    <Button
      leftSection={
        warning && <IconAlertTriangleFilled size={16} color="var(--stk-critical-fill)" aria-hidden />
      }
      renderRoot={(props) => <Link to="/alerts/deliveries" {...props} />}
    >
      {warning === null ? 'Messages' : `Messages: ${warning}`}
    </Button>
  )
}
