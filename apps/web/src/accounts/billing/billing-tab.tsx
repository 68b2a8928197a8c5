import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { PRO_PRICE_CENTS, PRO_PRICE_CURRENCY, TRIAL_DAYS } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { billingQuery } from '../../api/queries.ts'
import { useSession } from '../../session/use-session.ts'
import { formatPrice } from '../../ui/format/numbers.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import classes from '../../ui/settings/settings.module.css'
import { SettingsRow } from '../../ui/settings/settings-row.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { KeepAccountForm } from '../auth/keep-account-form.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { PaymentMethod } from './payment-method.tsx'
import { PlanCard } from './plan-card.tsx'
import { isCancellable, type Running } from './plan-facts.ts'

const price = `${formatPrice(PRO_PRICE_CENTS, PRO_PRICE_CURRENCY)} per month.`
const terms = `${TRIAL_DAYS} days free. Pro is ${price}`

/** Shows the plan and the payment method with their buttons (G-05 and G-06). */
export function BillingTab() {
  const { isDemoUser } = useSession().merchant
  return isDemoUser ? <KeepAccountFirst /> : <OwnBilling />
}

function KeepAccountFirst() {
  return (
    <SettingsRow title="Subscription" note={`A plan needs a permanent account. ${terms}`}>
      <KeepAccountForm label="Keep this account" />
    </SettingsRow>
  )
}

function OwnBilling() {
  const { data, error, refetch, isFetching } = useQuery(billingQuery())
  const [isCancelling, { open, close }] = useDisclosure()
  if (data) {
    return (
      <>
        <SettingsRow title="Subscription" note={data.status === 'trial' ? terms : price}>
          <PlanCard billing={data} />
        </SettingsRow>
        <SettingsRow title="Billing information" note="Card details stay with Stripe. We never see them.">
          <PaymentMethod billing={data} />
        </SettingsRow>
        {isCancellable(data) && <CancelRow status={data.status} onCancel={open} />}
        <CancelDialog billing={data} isOpen={isCancelling} onClose={close} />
      </>
    )
  }
  if (error) {
    return <ErrorState {...getFailure('load_billing', error)} retry={{ refetch, isFetching }} />
  }
  return (
    <Loading label="Loading billing...">
      <SettingsRow title="Subscription" note={terms}>
        <Skeleton h={220} />
      </SettingsRow>
    </Loading>
  )
}

const keeps: Record<Running, string> = {
  trial: 'You keep access until the trial ends.',
  active: 'You keep access until the end of the paid period.',
  past_due: 'Your plan ends at once, and the open invoice is cancelled.',
}

function CancelRow({ status, onCancel }: { status: Running; onCancel: () => void }) {
  return (
    <SettingsRow title="Cancel" note="At any time. Nothing you see here is deleted.">
      <div className={classes.split}>
        <p>{keeps[status]}</p>
        <Button color="vermilion" variant="outline" onClick={onCancel}>
          Cancel Subscription
        </Button>
      </div>
    </SettingsRow>
  )
}
