import type { Role } from '@stockcast/contract'
import { ownerReason, readOnlyReason, viewerReason } from '../ui/messages/billing-texts.ts'
import { useSession } from './use-session.ts'

/**
 * Returns why the user may change nothing here, with the next step; null if they may. `least` is the lowest role that may:
 * `viewer` for settings of the person instead of the shop.
 */
export function useReadOnly(least: Role = 'buyer'): string | null {
  const { merchant, user } = useSession()
  if (merchant.isReadOnly) return readOnlyReason
  if (user.role === 'owner' || user.role === least || least === 'viewer') return null
  return least === 'owner' ? ownerReason : viewerReason
}
