import { settingsApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { restoredMessage } from '../../ui/messages/settings-texts.ts'

/** Undoes the latest change of many products. */
export function useUndoSettings(): (undoId: number) => void {
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationFn: (undoId: number) => call(settingsApi.undo, { params: { id: undoId } }),
    onSuccess: ({ restored }) => notifySuccess(restoredMessage(restored)),
    onError: (error) => notifyFailure(getFailure('undo_settings', error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.settings }),
  })
  return undo.mutate
}
