import { Title } from '@mantine/core'
import { PRO_PRICE_CENTS, PRO_PRICE_CURRENCY, TRIAL_DAYS } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { dayOfInstant, formatDay } from '../../ui/format/days.ts'
import { formatPrice } from '../../ui/format/numbers.ts'
import onboarding from './onboarding.module.css'
import { OnboardingLayout } from './onboarding-layout.tsx'
import classes from './reassurance.module.css'

const price = formatPrice(PRO_PRICE_CENTS, PRO_PRICE_CURRENCY)

/** Tells merchants without a trial that it ended, or was used by an earlier account. */
export function TrialUsed() {
  const { trialEndsAt, timeZone } = useSession().merchant
  const end = trialEndsAt !== null && (
    <>
      , which ended on <span className="time">{formatDay(dayOfInstant(trialEndsAt, timeZone))}</span>
    </>
  )
  return (
    <OnboardingLayout
      step="Payment"
      title="Your trial has ended"
      intro={
        <>
          This email address or store has used its {TRIAL_DAYS}-day trial{end}. The Pro Plan costs {price} per
          month, from today. You pay on a Stripe page, and can cancel anytime.
        </>
      }
      aside={<WithAndWithout />}
    >
      <ButtonLink variant="filled" size="md" fullWidth to="/subscribe">
        Subscribe to Pro Plan
      </ButtonLink>
      <Link to="/connect-shopify" className={onboarding.alternative}>
        Continue without a plan (view only)
      </Link>
    </OnboardingLayout>
  )
}

function WithAndWithout() {
  return (
    <>
      <Title order={2}>With and without a plan</Title>
      <ol className={classes.when}>
        <li data-mark="now">
          <b>Without a plan</b>
          <p>Your data stays. You can view it, but not change it.</p>
        </li>
        <li data-mark="end">
          <b>With the Pro Plan</b>
          <p>All products, all forecasts, all alerts. Cancel in three clicks.</p>
        </li>
      </ol>
    </>
  )
}
