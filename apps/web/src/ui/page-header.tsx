import { Skeleton, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-header.module.css'

/**
 * Shows the title, a line under it and the page's actions on the right. The title takes the focus after a
 * page change.
 */
export function PageHeader({
  title,
  mark,
  subtitle,
  actions,
}: {
  title: string
  /** Shown beside the title, such as a status. */
  mark?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className={classes.head}>
      <div className={classes.text}>
        <div className={classes.title}>
          <Title order={1} tabIndex={-1} data-page-title>
            {title}
          </Title>
          {mark}
        </div>
        {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

/** Replaces the line under the title until it is known, so that nothing moves when it arrives. */
export function PendingSubtitle() {
  return <Skeleton className={`appear-late ${classes.pending}`} aria-hidden="true" />
}

/** Shows the heading of a section, with a note under it and a link or figure on the right. */
export function SectionHeader({
  title,
  note,
  aside,
  id,
}: {
  title: string
  note?: ReactNode
  aside?: ReactNode
  id?: string
}) {
  return (
    <div className={classes.section}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {aside}
      {note !== undefined && <p className={classes.note}>{note}</p>}
    </div>
  )
}
