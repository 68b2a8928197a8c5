import { type Alert, alertsApi, UNDO_RESOLVE_MS } from '@stockcast/contract'

import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { queryKeys } from '../api/queries.ts'
import { useMutation } from '../api/use-mutation.ts'
import { focusTitle } from '../ui/browser/keep-focus.ts'
import { alertsResolved, alertTexts } from '../ui/messages/alert-texts.ts'
import { getFailure } from '../ui/messages/error-messages.ts'
import { notifyFailure, notifyUndoable } from '../ui/messages/notify.tsx'
import { successMessages } from '../ui/messages/success-messages.ts'

/** Resolves an alert, says so with an undo, and reloads the list. */
export function useResolveAlert() {
  const reload = useReload()
  const undo = useUndoResolve()
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (alert: Alert) => call(alertsApi.resolve, { params: { id: alert.id } }),
    onSuccess: async (_, alert) => {
      const message = alert.title ?? alertTexts.unknownProduct
      focusTitle()
      notifyUndoable({ ...successMessages.alertResolved, message }, () => undo([alert.id]), UNDO_RESOLVE_MS)
      await reload()
    },
    onError: async (error) => {
      notifyFailure(getFailure('resolve_alert', error))
      await reload()
    },
  })
  return { resolve: mutate, resolvingId: isPending ? variables.id : null }
}

/** Resolves several alerts at once. */
export function useResolveAlerts(onResolved: () => void) {
  const reload = useReload()
  const undo = useUndoResolve()
  return useMutation({
    mutationFn: (alertIds: readonly number[]) =>
      call(alertsApi.resolveSeveral, { body: { alertIds: [...alertIds] } }),
    onSuccess: async ({ resolved }, alertIds) => {
      onResolved()
      focusTitle()
      notifyUndoable({ title: alertsResolved(resolved), message: '' }, () => undo(alertIds), UNDO_RESOLVE_MS)
      await reload()
    },
    onError: async (error) => {
      notifyFailure(getFailure('resolve_alert', error))
      await reload()
    },
  })
}

/** Raises the alerts again, under new ids; the resolved ones stay as they are. */
function useUndoResolve() {
  const reload = useReload()
  const { mutate } = useMutation({
    mutationFn: (alertIds: readonly number[]) =>
      call(alertsApi.undoResolve, { body: { alertIds: [...alertIds] } }),
    onError: (error) => notifyFailure(getFailure('undo_resolve', error)),
    onSettled: reload,
  })
  return mutate
}

function useReload() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [queryKeys.alerts, queryKeys.dashboard, queryKeys.session].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
}
