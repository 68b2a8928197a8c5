import { Loader, Title } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconCreditCard } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './plain-page.module.css'
import { PlainPage } from './plain-page.tsx'

const icons = {
  ready: <IconCreditCard size={18} stroke={1.75} aria-hidden />,
  loading: <Loader size={18} aria-hidden />,
  success: <IconCircleCheck size={18} stroke={1.75} color="var(--stk-accent)" aria-hidden />,
  error: <IconAlertCircle size={18} stroke={1.75} color="var(--stk-critical-fill)" aria-hidden />,
} as const

export interface Outcome {
  kind: keyof typeof icons
  title: string
  text: string
}

/** Shows the page to which a provider sends the merchant back: loading, then success or error. */
export function OutcomePage({
  title,
  outcome,
  children,
}: {
  title: string
  outcome: Outcome
  children?: ReactNode
}) {
  return (
    <PlainPage title={title}>
      <Title order={1} tabIndex={-1} data-page-title mb="sm">
        {outcome.title}
      </Title>
      <p className={classes.outcome} role={outcome.kind === 'error' ? 'alert' : 'status'}>
        {icons[outcome.kind]}
        <span>{outcome.text}</span>
      </p>
      {children}
    </PlainPage>
  )
}
