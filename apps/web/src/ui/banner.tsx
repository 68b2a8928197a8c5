import type { ReactNode } from 'react'
import classes from './banner.module.css'

/** Shows one line at the top of a screen. Only banners that need an answer have a background. */
export function Banner({
  tone = 'plain',
  icon,
  title,
  children,
  action,
}: {
  tone?: 'plain' | 'warning' | 'critical'
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={classes.banner} data-tone={tone} role="status">
      {icon !== undefined && <span className={classes.icon}>{icon}</span>}
      <p className={classes.text}>
        <strong>{title}</strong> <span>{children}</span>
      </p>
      {action}
    </div>
  )
}
