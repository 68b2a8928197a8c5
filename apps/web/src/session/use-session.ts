import type { Session } from '@stockcast/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'

/** Returns the signed-in session, which the guards have loaded before any screen. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery()).data
}

/** Returns whether the open shop is the person's own. */
export function useIsOwner(): boolean {
  return useSession().user.role === 'owner'
}
