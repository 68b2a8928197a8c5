import type { Role } from '@stockcast/contract'
import { ownerReason, readOnlyReason, viewerReason } from '../ui/messages/billing-texts.ts'
import { useSession } from './use-session.ts'

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
