import type { AlertType } from '@stockcast/contract'
import { IconCheck, IconStackPop, IconTrendingDown } from '@tabler/icons-react'
import { alertTypeLabels } from '../ui/messages/labels.ts'
import classes from './alert-tags.module.css'

const icons = { stockout_risk: IconTrendingDown, low_stock: IconStackPop } as const

export function AlertTypeTag({ type }: { type: AlertType }) {
  const Icon = icons[type]
  return (
    <span className={classes.tag}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {alertTypeLabels[type]}
    </span>
  )
}

export function ResolvedTag() {
  return (
    <span className={classes.tag} data-resolved>
      <IconCheck size={14} stroke={1.75} aria-hidden />
      Resolved
    </span>
  )
}
