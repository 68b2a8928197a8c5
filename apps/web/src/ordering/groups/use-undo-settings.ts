import { settingsApi } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { restoredMessage } from '../../ui/messages/settings-texts.ts'
import { getOrderingFailure } from '../ordering-failures.ts'

/** Undoes the latest change of many products, then reloads what shows them. */
export function useUndoSettings(reload: () => unknown): (undoId: number) => void {
  const undo = useMutation({
    mutationFn: (undoId: number) => call(settingsApi.undo, { params: { id: undoId } }),
    onSuccess: ({ restored }) => notifySuccess(restoredMessage(restored)),
    onError: (error) => notifyFailure(getOrderingFailure('undo_settings', error)),
    onSettled: reload,
  })
  return undo.mutate
}
