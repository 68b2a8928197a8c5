import { Button, Title } from '@mantine/core'
import { billingApi, PRO_PRICE_CENTS, PRO_PRICE_CURRENCY, TRIAL_DAYS } from '@stockcast/contract'
import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { NewTabLink } from '../../accounts/payment/new-tab-link.tsx'
import { usePaymentPage } from '../../accounts/payment/use-payment-page.ts'
import { call } from '../../api/client.ts'
import { useSession } from '../../session/use-session.ts'
import { dayOfInstant, formatDay } from '../../ui/format/days.ts'
import { formatPrice } from '../../ui/format/numbers.ts'
import { confirmationFailedText } from '../../ui/messages/account-texts.ts'
import { setupCancelledText, setupStartFailure } from '../../ui/messages/billing-texts.ts'
import onboarding from './onboarding.module.css'
import { OnboardingLayout } from './onboarding-layout.tsx'
import classes from './reassurance.module.css'
import { TrialUsed } from './trial-used.tsx'

const price = formatPrice(PRO_PRICE_CENTS, PRO_PRICE_CURRENCY)

const newTrial = `A payment method is needed to secure your ${TRIAL_DAYS}-day trial and keep your forecasts running after it. There is no charge during the trial. The charge comes after the trial ends, on the ${TRIAL_DAYS + 1}th day. Cancel anytime.`

/** Returns the text for an email address or a store that began its trial with another account. */
function continuedTrial(end: string | null): string {
  const until = end === null ? '' : ` It ends on ${end}.`
  return `This email address or store began its free trial with another account.${until} Add a payment method to keep your forecasts running after it. There is no charge during the trial. Cancel anytime.`
}

export function AddPaymentScreen() {
  return useSession().merchant.isReadOnly ? <TrialUsed /> : <SecureTrial />
}

/**
 * Asks for a card (P-01, P-01b). The trial runs without one; with one it turns into the Pro plan by itself.
 */
function SecureTrial() {
  const { merchant, now } = useSession()
  const { cancelled, error } = useSearch({ from: '/signed-in/add-payment' })
  const today = formatDay(dayOfInstant(now, merchant.timeZone))
  const end =
    merchant.trialEndsAt === null ? null : formatDay(dayOfInstant(merchant.trialEndsAt, merchant.timeZone))
  return (
    <OnboardingLayout
      step="Payment"
      title={merchant.hadTrialBefore ? 'Secure your trial' : `Secure your ${TRIAL_DAYS}-day trial`}
      intro={merchant.hadTrialBefore ? continuedTrial(end) : newTrial}
      aside={
        <WhatHappensWhen today={today} end={end} lastDay={merchant.hadTrialBefore ? null : TRIAL_DAYS + 1} />
      }
    >
      {error !== undefined && (
        <p className={classes.note} role="alert">
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          <span>
            {confirmationFailedText}{' '}
            <Link to="/settings" search={{ tab: 'account' }}>
              Open account settings
            </Link>
          </span>
        </p>
      )}
      {cancelled !== undefined && (
        <p className={classes.note} role="status">
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          <span>{setupCancelledText}</span>
        </p>
      )}
      <AddPaymentMethod />
      <ul className={classes.facts}>
        <Fact>{`$0 today, ${price} per month${end === null ? '' : ` from ${end}`}`}</Fact>
        <Fact>Cancel anytime, in three clicks</Fact>
        <Fact>Card details go to Stripe, never to us</Fact>
      </ul>
    </OnboardingLayout>
  )
}

/** Starts card setup, or continues without a card (P-02). */
function AddPaymentMethod() {
  const setup = usePaymentPage({
    ask: () => call(billingApi.createSetup),
    getFailure: setupStartFailure,
  })
  return (
    <>
      <Button variant="filled" size="md" fullWidth onClick={setup.start} loading={setup.isPending}>
        Add Payment Method
      </Button>
      <NewTabLink url={setup.newTabUrl} />
      <Link to="/connect-shopify" className={onboarding.alternative}>
        Continue without a card
      </Link>
    </>
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

function WhatHappensWhen(props: { today: string; end: string | null; lastDay: number | null }) {
  const { today, end, lastDay } = props
  const when = [end, lastDay === null ? null : `day ${lastDay}`].filter((each) => each !== null).join(', ')
  return (
    <>
      <Title order={2}>What happens when</Title>
      <ol className={classes.when}>
        <li data-mark="now">
          <b>Today, {today}</b>
          <p>Your trial runs. All products, all forecasts, all alerts.</p>
        </li>
        <li>
          <b>{end === null ? 'Any day of the trial' : `Any day before ${end}`}</b>
          <p>Cancel in three clicks in Settings, Billing, and pay nothing.</p>
        </li>
        <li data-mark="end">
          <b>{when === '' ? 'At its end' : when}</b>
          <p>
            The trial ends. With a card: first charge, {price}, then once a month. Without one it simply
            stops.
          </p>
        </li>
      </ol>
    </>
  )
}
