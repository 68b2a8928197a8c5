import type { StockStatus } from '@stockcast/contract'
import {
  IconAlertTriangleFilled,
  IconCircleCheck,
  IconCircleHalf2,
  IconSquareXFilled,
} from '@tabler/icons-react'
import { stockStatusLabels } from '../messages/labels.ts'
import classes from './status-mark.module.css'

const icons = {
  out_of_stock: IconSquareXFilled,
  critical: IconAlertTriangleFilled,
  warning: IconCircleHalf2,
  healthy: IconCircleCheck,
} as const

/** Shape, fill, colour and word together, so that none of them carries the meaning alone. */
export function StatusMark({ status }: { status: StockStatus }) {
  const Icon = icons[status]
  return (
    <span className={classes.mark} data-status={status}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {stockStatusLabels[status]}
    </span>
  )
}
