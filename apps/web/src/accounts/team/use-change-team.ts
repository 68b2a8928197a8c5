import type { Team } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'

/** Changes the team; afterwards the list, and the log of what was done, are read again. */
export function useChangeTeam<Input = void>(
  change: (input: Input) => Promise<Team | { done: true }>,
  onDone?: (input: Input) => unknown,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (_, input: Input) => onDone?.(input),
    onError: (error) => notifyFailure(getFailure('change_team', error)),
    onSettled: () =>
      Promise.all(
        [queryKeys.team, queryKeys.account].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  })
}
