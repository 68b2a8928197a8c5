import { Button, Title } from '@mantine/core'
import { PRO_PRICE_CENTS, TRIAL_DAYS } from '@stockcast/contract'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dayOfInstant, formatDay } from '../../format/days.ts'
import { formatPrice } from '../../format/numbers.ts'
import { useSession } from '../../session/use-session.ts'
import { OnboardingLayout } from './onboarding-layout.tsx'
import classes from './reassurance.module.css'

const price = formatPrice(PRO_PRICE_CENTS, 'USD')

/** P-01 and P-01b. The trial runs without a card; with one it turns into the Pro plan by itself. */
export function AddPaymentScreen() {
  const { merchant, now } = useSession()
  const today = formatDay(dayOfInstant(now, merchant.timeZone))
  const end =
    merchant.trialEndsAt === null ? null : formatDay(dayOfInstant(merchant.trialEndsAt, merchant.timeZone))
  return (
    <OnboardingLayout
      step="Payment"
      title={`Secure your ${TRIAL_DAYS}-day trial`}
      intro={`A payment method is needed to secure your ${TRIAL_DAYS}-day trial and keep your forecasts running after it. There is no charge during the trial. The charge comes after the trial ends, on the ${TRIAL_DAYS + 1}th day. Cancel anytime.`}
      aside={<WhatHappensWhen today={today} end={end} />}
    >
      <Button
        variant="filled"
        size="md"
        fullWidth
        renderRoot={(props) => <Link to="/connect-shopify" {...props} />}
      >
        Continue without a card
      </Button>
      <ul className={classes.facts}>
        <Fact>No card is needed to start</Fact>
        <Fact>{`$0 today, ${price} per month only with a card${end === null ? '' : `, from ${end}`}`}</Fact>
        <Fact>Cancel anytime</Fact>
      </ul>
    </OnboardingLayout>
  )
}

function Fact({ children }: { children: string }) {
  return (
    <li>
      <IconCheck size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </li>
  )
}

function WhatHappensWhen({ today, end }: { today: string; end: string | null }) {
  return (
    <>
      <Title order={2}>What happens when</Title>
      <ol className={classes.when}>
        <li data-mark="now">
          <b>Today, {today}</b>
          <p>The trial runs. All products, all forecasts, all alerts.</p>
        </li>
        <li>
          <b>{end === null ? 'Any day of the trial' : `Any day before ${end}`}</b>
          <p>Add a card to go on after the trial, or cancel and pay nothing.</p>
        </li>
        <li data-mark="end">
          <b>
            {end === null ? '' : `${end}, `}day {TRIAL_DAYS + 1}
          </b>
          <p>
            The trial ends. With a card: first charge, {price}, then once a month. Without one it simply
            stops.
          </p>
        </li>
      </ol>
    </>
  )
}
