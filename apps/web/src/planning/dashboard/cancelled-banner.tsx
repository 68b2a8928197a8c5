import { useBanner } from '../../accounts/billing/pick-banner.ts'
import { ToBilling } from '../../accounts/billing/to-billing.tsx'
import { useSession } from '../../session/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { formatBillingDate } from '../../ui/format/days.ts'

/** Says that the plan is cancelled and active until the paid or free time is over (D-02, C-04). */
export function CancelledBanner() {
  const { currentPeriodEnd, trialEndsAt, timeZone } = useSession().merchant
  if (useBanner() !== 'cancelled') return null
  const end = currentPeriodEnd ?? trialEndsAt
  return (
    <Banner title="Subscription Expired" action={<ToBilling>Reactivate</ToBilling>}>
      You cancelled it.{' '}
      {end === null ? 'It is still active.' : `You keep access until ${formatBillingDate(end, timeZone)}.`}
    </Banner>
  )
}
