import { TRIAL_DAYS } from '@stockcast/contract'
import { useBanner } from '../../accounts/billing/pick-banner.ts'
import { ToBilling } from '../../accounts/billing/to-billing.tsx'
import { useSession } from '../../session/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { formatBillingDate } from '../../ui/format/days.ts'
import { formatDayCount } from '../../ui/format/numbers.ts'
import classes from './dashboard.module.css'

/** Shows the trial, one tick a day (D-02). */
export function TrialBanner() {
  const { trialDaysRemaining, trialEndsAt, timeZone } = useSession().merchant
  if (useBanner() !== 'trial' || trialDaysRemaining === null) return null

  return (
    <Banner
      title="Trial Active"
      icon={<Ticks left={trialDaysRemaining} />}
      action={<ToBilling>Upgrade Now</ToBilling>}
    >
      {formatDayCount(trialDaysRemaining)} remaining.
      {trialEndsAt !== null && ` It ends on ${formatBillingDate(trialEndsAt, timeZone)}.`}
    </Banner>
  )
}

function Ticks({ left }: { left: number }) {
  const total = Math.max(TRIAL_DAYS, left)
  return (
    <span className={classes.ticks} aria-hidden="true">
      {[...Array(total).keys()].map((day) => (
        <i key={day} data-left={day >= total - left || undefined} />
      ))}
    </span>
  )
}

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
