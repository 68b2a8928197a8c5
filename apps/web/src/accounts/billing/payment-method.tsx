import { Button } from '@mantine/core'
import { type Billing, billingApi, type Card } from '@stockcast/contract'
import { IconCreditCard, IconCreditCardOff } from '@tabler/icons-react'
import { call } from '../../api/client.ts'
import { setupStartFailure } from '../../ui/messages/billing-texts.ts'
import classes from '../../ui/settings/settings.module.css'
import { NewTabLink } from '../payment/new-tab-link.tsx'
import { usePaymentPage } from '../payment/use-payment-page.ts'

/** Shows the payment method. Both buttons lead to the provider's card page, and back here (G-06). */
export function PaymentMethod({ billing }: { billing: Billing }) {
  const { hasPaymentMethod, card, status } = billing
  const setup = usePaymentPage({
    ask: () => call(billingApi.updatePaymentMethod),
    getFailure: setupStartFailure,
  })
  const Icon = hasPaymentMethod ? IconCreditCard : IconCreditCardOff
  return (
    <div className={classes.store}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div className={classes.storeText}>
        <p>
          <b>{hasPaymentMethod ? 'Payment method on file' : 'No payment method on file'}</b>
        </p>
        <p>{card === null ? missingWords(billing) : cardWords(card)}</p>
      </div>
      <div className={classes.storeAction}>
        <Button
          variant={status === 'past_due' ? 'filled' : 'default'}
          onClick={setup.start}
          loading={setup.isPending}
        >
          {hasPaymentMethod ? 'Update Payment Method' : 'Add Payment Method'}
        </Button>
        <NewTabLink url={setup.newTabUrl} />
      </div>
    </div>
  )
}

/** Returns, for example, `Visa ending in 4242, expires 08/29`. */
function cardWords({ brand, last4, expMonth, expYear }: Card): string {
  const name = brand.slice(0, 1).toUpperCase() + brand.slice(1)
  const month = String(expMonth).padStart(2, '0')
  return `${name} ending in ${last4}, expires ${month}/${String(expYear).slice(-2)}`
}

function missingWords({ hasPaymentMethod, status }: Billing): string {
  if (hasPaymentMethod) return 'Stripe keeps its details.'
  return status === 'trial' ? 'Without one the trial simply ends.' : 'Nothing can be charged.'
}
