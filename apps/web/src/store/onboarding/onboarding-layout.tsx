import { Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { billingQuery } from '../../api/queries.ts'
import { SandboxNotice } from '../../session/sandbox-notice.tsx'
import { useIsOwner } from '../../session/use-session.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { Brand } from '../../ui/mark.tsx'
import classes from './onboarding.module.css'

const steps = ['Account', 'Payment', 'Store'] as const
export type OnboardingStep = (typeof steps)[number]

/** Lays out the steps on top, the action on the left and the assurances on the right. */
export function OnboardingLayout({
  step,
  title,
  intro,
  children,
  aside,
}: {
  step: OnboardingStep | undefined
  title: string
  intro?: ReactNode
  children: ReactNode
  aside: ReactNode
}) {
  const signOut = useSignOut()
  return (
    <div className={classes.page}>
      <title>{`${title} · Stockcast`}</title>
      <header className={classes.header}>
        <Brand to="/" />
        {step && <Steps current={step} />}
        <button type="button" className={classes.signOut} onClick={signOut}>
          Sign Out
        </button>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.left}>
          <Title order={1} tabIndex={-1} data-page-title className={classes.title}>
            {title}
          </Title>
          {intro !== undefined && <p className={classes.intro}>{intro}</p>}
          {children}
          <SandboxNotice />
        </div>
        <aside className={classes.right}>{aside}</aside>
      </main>
    </div>
  )
}

/** Lists the steps with a tick at those that are done: payment may have been skipped. */
function Steps({ current }: { current: OnboardingStep }) {
  const at = steps.indexOf(current)
  const { data: billing } = useQuery({ ...billingQuery(), enabled: useIsOwner() && current === 'Store' })
  const isPaid = billing !== undefined && (billing.hasPaymentMethod || billing.status === 'active')
  return (
    <ol className={classes.steps} aria-label="Set-up">
      {steps.map((step, index) => (
        <li key={step} data-step={step} {...(index === at ? { 'aria-current': 'step' } : {})}>
          {index < at && (step !== 'Payment' || isPaid) ? (
            <IconCheck size={14} stroke={2} aria-label="Done" className={classes.stepDone} />
          ) : (
            <b>{index + 1}</b>
          )}
          <span>{step}</span>
        </li>
      ))}
    </ol>
  )
}
