import type { Session } from '@stockcast/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'

/** Who is signed in. The guards have loaded it before any screen that asks. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery()).data
}
