import type { OptionalPermission } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountQuery } from '../../api/queries.ts'
import classes from '../../ui/settings/settings.module.css'

const losses: Record<OptionalPermission, { what: string; loss: string }> = {
  arrival_days: {
    what: 'Transfers and shipments',
    loss: 'We do not know when units on their way arrive, and assume half a lead time.',
  },
  purchase_orders: {
    what: 'Purchase orders in Shopify',
    loss: 'We learn no lead times from them, and do not know their suppliers.',
  },
}

/** Says what the store does not share because the merchant refused it, what that costs, and how to allow it. */
export function RefusedPermissions() {
  const { data } = useQuery(accountQuery())
  const refused = data?.refusedPermissions ?? []
  if (refused.length === 0) return null
  return (
    <section className={classes.refused} aria-labelledby="refused">
      <p id="refused">
        <b>Your store does not share</b>
      </p>
      <dl>
        {refused.map((permission) => (
          <div key={permission}>
            <dt>{losses[permission].what}</dt>
            <dd>{losses[permission].loss}</dd>
          </div>
        ))}
      </dl>
      <p>
        To share it,{' '}
        <Link to="/connect-shopify" search={{ change: '1' }}>
          connect the same store again
        </Link>{' '}
        and leave every box ticked. Your data and settings stay.
      </p>
    </section>
  )
}
