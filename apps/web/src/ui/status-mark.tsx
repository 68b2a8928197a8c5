import type { StockStatus } from '@stockcast/contract'
import { stockStatusLabels } from './messages/labels.ts'
import { statusIcons } from './status-icons.ts'
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
