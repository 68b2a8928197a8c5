import { Badge, Group } from '@mantine/core'
import { type Billing, PRO_PRICE_CENTS, PRO_PRICE_CURRENCY } from '@stockcast/contract'
import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatPrice } from '../../ui/format/numbers.ts'
import { statusLabels } from '../../ui/messages/billing-texts.ts'
import classes from './billing.module.css'
import { planFacts, planName } from './plan-facts.ts'
import { ManageButton, ReactivateButton } from './provider-buttons.tsx'
import { TrialBar } from './trial-bar.tsx'

const price = formatPrice(PRO_PRICE_CENTS, PRO_PRICE_CURRENCY)

/** Shows the current plan, until when it lasts, and what it costs (G-05). */
export function PlanCard({ billing }: { billing: Billing }) {
  const { timeZone } = useSession().merchant
  return (
    <>
      <Group gap="14px 24px" justify="space-between">
        <div>
          <p className="quiet">Current plan</p>
          <p className={classes.plan}>
            {planName(billing)} <StatusBadge status={billing.status} />
          </p>
        </div>
        <PlanActions billing={billing} />
      </Group>
      {billing.status !== 'active' && <p className={classes.upgrade}>{nextStep(billing)}</p>}
      <TrialBar billing={billing} />
      <dl className={classes.facts}>
        {planFacts(billing, timeZone).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Says what the button beside the plan does, or what to do about a failed payment. */
function nextStep({ status, isReadOnly }: Billing): string {
  const charged = `${price} now, then ${price} per month.`
  if (status === 'trial') return `Upgrading starts Pro today and ends your trial: ${charged}`
  if (status === 'past_due')
    return 'The last payment failed. Update the payment method below, and we charge the open invoice to it.'
  if (isReadOnly) return `A Stripe page opens: ${charged}`
  return 'You can take the cancellation back, with no charge today.'
}

const badgeColors = {
  trial: 'petrol',
  active: 'gray',
  past_due: 'vermilion',
  cancelled: 'gray',
  expired: 'gray',
} as const

function StatusBadge({ status }: Pick<Billing, 'status'>) {
  return (
    <Badge component="span" variant="outline" color={badgeColors[status]}>
      {statusLabels[status]}
    </Badge>
  )
}

/** Shows the buttons that the plan allows (G-06). */
function PlanActions({ billing }: { billing: Billing }) {
  const { status, hasCustomer, planName: paidPlan } = billing
  return (
    <div className={classes.actions}>
      {status === 'trial' && (
        <ButtonLink variant="filled" to="/subscribe">
          Upgrade to Pro
        </ButtonLink>
      )}
      {paidPlan !== null && hasCustomer && <ManageButton />}
      {(status === 'cancelled' || status === 'expired') && <ReactivateButton />}
    </div>
  )
}
