import type { Team } from '@stockcast/contract'
import { queryKeys } from '../../api/queries.ts'
import { useMutation, useReload } from '../../api/use-mutation.ts'
import { tellFailure } from '../../ui/messages/notify.tsx'

/** Changes the team; afterwards the list, and the log of what was done, are read again. */
export function useChangeTeam<Input = void>(
  change: (input: Input) => Promise<Team | { done: true }>,
  onDone?: (input: Input) => unknown,
) {
  return useMutation({
    mutationFn: change,
    onSuccess: (_, input: Input) => onDone?.(input),
    onError: tellFailure('change_team'),
    onSettled: useReload(queryKeys.team, queryKeys.account),
  })
}
