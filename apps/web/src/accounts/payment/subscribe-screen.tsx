import { Button } from '@mantine/core'
import { billingApi, PRO_PRICE_CENTS, PRO_PRICE_CURRENCY } from '@stockcast/contract'
import { useEffect, useRef } from 'react'
import { call } from '../../api/client.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatPrice } from '../../ui/format/numbers.ts'
import { checkoutStartFailure } from '../../ui/messages/billing-texts.ts'
import { OutcomePage } from '../../ui/pages/outcome-page.tsx'
import { NewTabLink } from './new-tab-link.tsx'
import classes from './payment.module.css'
import { usePaymentPage } from './use-payment-page.ts'

const price = formatPrice(PRO_PRICE_CENTS, PRO_PRICE_CURRENCY)

/** Starts the checkout by itself; the button is for those who come back to this page (P-06). */
export function SubscribeScreen() {
  const checkout = usePaymentPage({
    ask: () => call(billingApi.createSubscription),
    getFailure: checkoutStartFailure,
    isSaidInPlace: true,
  })
  useOnce(checkout.start)
  const { failure, isPending } = checkout
  return (
    <OutcomePage
      title="Subscribe to Pro Plan"
      outcome={{
        kind: failure !== null ? 'error' : isPending ? 'loading' : 'ready',
        title: 'Subscribe to Pro Plan',
        text: failure
          ? `${failure.title}. ${failure.message}`
          : `${price} today, then ${price} per month. You pay on a Stripe page.`,
      }}
    >
      <div className={classes.actions}>
        <Button variant="filled" size="md" onClick={checkout.start} loading={isPending}>
          Continue to Payment
        </Button>
        <ButtonLink size="md" to="/settings" search={{ tab: 'billing' }}>
          Back to Billing
        </ButtonLink>
      </div>
      <NewTabLink url={checkout.newTabUrl} />
    </OutcomePage>
  )
}

function useOnce(action: () => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    action()
  })
}
