import { Button, Skeleton } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import classes from './states.module.css'

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

/** Shows a dashed box with one icon, one sentence, a helpful next line and at most one button. */
export function EmptyState({
  icon: Icon,
  title,
  hint,
  action,
}: {
  icon: Icon
  title: string
  hint?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={classes.empty}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <p className={classes.title}>{title}</p>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {action}
    </div>
  )
}

/** The query that failed, or what is like one. */
export interface Retry {
  refetch: () => unknown
  isFetching: boolean
}

/** Says in place what failed and what did not change, with a button to try again. */
export function ErrorState({
  title,
  message,
  retry,
}: {
  title: string
  message: string
  retry?: Retry | false
}) {
  return (
    <div className={classes.error} role="alert">
      <IconAlertCircle size={18} stroke={1.75} aria-hidden className={classes.errorIcon} />
      <div className={classes.errorText}>
        <p className={classes.title}>{title}</p>
        <p className={classes.hint}>{message}</p>
      </div>
      {retry && (
        <Button size="xs" onClick={() => void retry.refetch()} loading={retry.isFetching}>
          Try again
        </Button>
      )}
    </div>
  )
}

interface LoadingProps {
  label: string
  /** Height of a plain skeleton, where there are no others. */
  h?: number
  children?: ReactNode
}

/** Wraps skeletons: hidden from assistive technology, shown after 200 ms, with a spoken text instead. */
export function Loading({ label, h, children = <Skeleton h={h} /> }: LoadingProps) {
  return (
    <div role="status" aria-live="polite">
      <span className="spoken">{label}</span>
      <div className="appear-late" aria-hidden="true">
        {children}
      </div>
    </div>
  )
}
