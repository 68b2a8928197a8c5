import type { PurchaseOrderRow, PurchaseOrderStatus } from '@stockcast/contract'
import {
  IconCircleCheck,
  IconCircleHalf2,
  IconCircleX,
  IconPencil,
  IconSquareCheck,
  IconTruck,
  type TablerIcon,
} from '@tabler/icons-react'
import classes from './order-status.module.css'

export const orderStatusLabels: Record<PurchaseOrderStatus, string> = {
  draft: 'Draft',
  ordered: 'Ordered',
  partly_received: 'Partly received',
  received: 'Received',
  closed: 'Closed',
  cancelled: 'Cancelled',
}

const icons: Record<PurchaseOrderStatus, TablerIcon> = {
  draft: IconPencil,
  ordered: IconTruck,
  partly_received: IconCircleHalf2,
  received: IconCircleCheck,
  closed: IconSquareCheck,
  cancelled: IconCircleX,
}

/** Shows the state of an order by icon and word; a late one says so in the colour of a warning. */
export function OrderStatus({ status, isLate }: Pick<PurchaseOrderRow, 'status' | 'isLate'>) {
  const Icon = icons[status]
  return (
    <span className={classes.status} data-status={status} data-late={isLate || undefined}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {orderStatusLabels[status]}
      {isLate && ', late'}
    </span>
  )
}
