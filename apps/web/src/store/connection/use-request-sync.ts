import { syncApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { tellFailure } from '../../ui/messages/notify.tsx'

/** Asks for a sync of the store; its progress is in the sync query. */
export function useRequestSync(): { request: () => void; isPending: boolean } {
  const { id } = useSession().merchant
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(syncApi.start, { body: { merchant_id: id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.sync }),
    onError: tellFailure('sync'),
  })
  return { request: () => mutate(), isPending }
}
