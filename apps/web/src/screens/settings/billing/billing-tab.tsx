import type { SubscriptionStatus } from '@stockcast/contract'
import { useSession } from '../../../session/use-session.ts'
import { SettingsRow } from '../settings-row.tsx'

const statusLabels: Record<SubscriptionStatus, string> = {
  trial: 'Trial',
  active: 'Active',
  past_due: 'Past Due',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

/** G-05 */
export function BillingTab() {
  const { subscriptionStatus } = useSession().merchant
  return (
    <SettingsRow title="Subscription" note="What you pay for Stockcast, and until when.">
      <p>
        Status: <b>{statusLabels[subscriptionStatus]}</b>
      </p>
    </SettingsRow>
  )
}
