import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './settings.module.css'

/** Lays out the subject on the left and its controls in a panel on the right. */
export function SettingsRow({
  title,
  note,
  children,
}: {
  title: string
  note: ReactNode
  children: ReactNode
}) {
  return (
    <section className={classes.row}>
      <div>
        <Title order={2} mb={3} fz="0.9375rem">
          {title}
        </Title>
        <p className={classes.rowNote}>{note}</p>
      </div>
      <div className={classes.panel}>{children}</div>
    </section>
  )
}
