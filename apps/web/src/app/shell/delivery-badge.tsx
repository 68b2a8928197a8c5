import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useDeliveryTrouble } from '../../alerts/deliveries/use-delivery-trouble.ts'
import classes from './sidebar.module.css'

/** Marks Alerts when some messages were not delivered. */
export default function DeliveryBadge() {
  const { off, dead } = useDeliveryTrouble()
  if (off.length + dead.length === 0) return null
  return (
    <span className={classes.trouble}>
      <IconAlertTriangleFilled size={14} aria-hidden />
      <span className="spoken">, some are not delivered</span>
    </span>
  )
}
