import type { StockStatus } from '@stockcast/contract'
import {
  IconAlertTriangleFilled,
  IconCircleCheck,
  IconCircleHalf2,
  IconSquareXFilled,
} from '@tabler/icons-react'
import { stockStatusLabels } from './messages/labels.ts'
import classes from './status-mark.module.css'

/** Shows shape, fill, colour and word together, so that none of them carries the meaning alone. */
export function StatusMark({ status }: { status: StockStatus }) {
  const Icon = statusIcons[status]
  return (
    <span className={classes.mark} data-status={status}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {stockStatusLabels[status]}
    </span>
  )
}

/** Icons that differ by shape and fill, not by colour alone. */
export const statusIcons = {
  out_of_stock: IconSquareXFilled,
  critical: IconAlertTriangleFilled,
  warning: IconCircleHalf2,
  healthy: IconCircleCheck,
} as const satisfies Record<StockStatus, unknown>
