import { readOnlyReason } from '../ui/messages/billing-texts.ts'
import { useSession } from './use-session.ts'

/** Returns why nothing can be changed here, with the next step; null while the trial or plan is active. */
export function useReadOnly(): string | null {
  return useSession().merchant.isReadOnly ? readOnlyReason : null
}
