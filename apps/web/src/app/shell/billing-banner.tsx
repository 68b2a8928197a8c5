import { IconCreditCardOff, IconLock } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useBanner } from '../../accounts/billing/pick-banner.ts'
import { ToBilling } from '../../accounts/billing/to-billing.tsx'
import { useIsOwner, useSession } from '../../session/use-session.ts'
import { Banner } from '../../ui/banner.tsx'

/** Says on every screen that a payment failed or a plan has ended (D-02). The Billing tab has the details. */
export function BillingBanner() {
  const kind = useBanner()
  const isOwner = useIsOwner()
  const { hadTrialBefore } = useSession().merchant
  const isOnBilling = useRouterState({
    select: ({ location }) =>
      location.pathname === '/settings' && (location.search as { tab?: string }).tab === 'billing',
  })
  if (isOnBilling || !isOwner) return null
  if (kind === 'payment')
    return (
      <Banner
        tone="critical"
        icon={<IconCreditCardOff size={18} stroke={1.75} aria-hidden />}
        title="Payment Failed"
        action={<ToBilling>Update Payment</ToBilling>}
      >
        Everything keeps running while you update your payment method.
      </Banner>
    )
  if (kind !== 'ended') return null
  return (
    <Banner
      icon={<IconLock size={18} stroke={1.75} aria-hidden />}
      title={hadTrialBefore ? 'Free Trial Already Used' : 'Subscription Expired'}
      action={<ToBilling variant="filled">{hadTrialBefore ? 'Subscribe' : 'Reactivate'}</ToBilling>}
    >
      {hadTrialBefore
        ? 'This email address or store had its free trial with another account. Subscribe to get alerts and make changes. Nothing is lost.'
        : 'Alerts have stopped and nothing can be changed. Nothing is lost.'}
    </Banner>
  )
}
