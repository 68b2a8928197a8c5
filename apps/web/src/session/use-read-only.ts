import { readOnlyReason } from '../messages/billing-texts.ts'
import { useSession } from './use-session.ts'

/** Why nothing can be changed here, with the next step; null while trial or plan runs. */
export function useReadOnly(): string | null {
  return useSession().merchant.isReadOnly ? readOnlyReason : null
}
