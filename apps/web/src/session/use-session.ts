import type { Role, Session } from '@stockcast/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'
import { ownerReason, readOnlyReason, viewerReason } from '../ui/messages/billing-texts.ts'

/** Returns the signed-in session, which the guards have loaded before any screen. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery()).data
}

/** Returns whether the open shop is the person's own. */
export function useIsOwner(): boolean {
  return useSession().user.role === 'owner'
}

/**
 * Returns why nothing can be changed here, with the next step; null where it can. `least` is the least role that may; what is
 * about the person and not about the shop, a viewer may change too.
 */
export function useReadOnly(least: Role = 'buyer'): string | null {
  const { merchant, user } = useSession()
  if (merchant.isReadOnly) return readOnlyReason
  if (user.role === 'owner' || user.role === least || least === 'viewer') return null
  return least === 'owner' ? ownerReason : viewerReason
}
