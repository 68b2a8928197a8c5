import type { OptionalPermission } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountQuery } from '../../../api/queries.ts'

const losses: Record<OptionalPermission, string> = {
  arrival_days:
    'Stockcast is not allowed to read transfers and shipments, so it does not know when units on their way arrive. It assumes half a lead time.',
  purchase_orders:
    'Stockcast is not allowed to read purchase orders in Shopify, so it learns no lead times from them and does not know their suppliers.',
}

/** Says what the store does not share because the merchant refused it, what that costs, and how to allow it. */
export function RefusedPermissions() {
  const { data } = useQuery(accountQuery())
  const refused = data?.refusedPermissions ?? []
  if (refused.length === 0) return null
  return (
    <>
      {refused.map((permission) => (
        <p key={permission}>{losses[permission]}</p>
      ))}
      <p>
        To allow it,{' '}
        <Link to="/connect-shopify" search={{ change: '1' }}>
          connect the same store again
        </Link>{' '}
        and keep every box ticked. Nothing is lost.
      </p>
    </>
  )
}
