import { settingsApi } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { notifySuccess, tellFailure } from '../../ui/messages/notify.tsx'
import { restoredMessage } from '../../ui/messages/settings-texts.ts'

/** Undoes the latest change of many products, then has what shows them read again. */
export function useUndoSettings(reload: () => unknown): (undoId: number) => void {
  const undo = useMutation({
    mutationFn: (undoId: number) => call(settingsApi.undo, { params: { id: undoId } }),
    onSuccess: ({ restored }) => notifySuccess(restoredMessage(restored)),
    onError: tellFailure('undo_settings'),
    onSettled: reload,
  })
  return undo.mutate
}
