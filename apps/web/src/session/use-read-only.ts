import { readOnlyReason, viewerReason } from '../ui/messages/billing-texts.ts'
import { useSession } from './use-session.ts'

/**
 * Returns why nothing can be changed here, with the next step; null where it can. What is about the person and not about the
 * shop, a viewer may change too.
 */
export function useReadOnly(isPersonal = false): string | null {
  const { merchant, user } = useSession()
  if (merchant.isReadOnly) return readOnlyReason
  return user.role === 'viewer' && !isPersonal ? viewerReason : null
}
