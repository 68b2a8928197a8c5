import { type Alert, alertsApi, UNDO_RESOLVE_MS } from '@stockcast/contract'
import { call } from '../api/client.ts'
import { queryKeys } from '../api/queries.ts'
import { useMutation, useReload } from '../api/use-mutation.ts'
import { focusTitle } from '../ui/browser/keep-focus.ts'
import { alertsResolved, alertTexts } from '../ui/messages/alert-texts.ts'
import { getFailure } from '../ui/messages/error-messages.ts'
import { notifyFailure, notifyUndoable } from '../ui/messages/notify.tsx'
import { successMessages } from '../ui/messages/success-messages.ts'

/** Resolves an alert, says so with an undo, and reloads the list. */
export function useResolveAlert() {
  const undo = useUndoResolve()
  const outcome = useOutcome('resolve_alert')
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (alert: Alert) => call(alertsApi.resolve, { params: { id: alert.id } }),
    onSuccess: (_, alert) => {
      const message = alert.title ?? alertTexts.unknownProduct
      focusTitle()
      notifyUndoable({ ...successMessages.alertResolved, message }, () => undo([alert.id]), UNDO_RESOLVE_MS)
    },
    ...outcome,
  })
  return { resolve: mutate, resolvingId: isPending ? variables.id : null }
}

/** Resolves several alerts at once. */
export function useResolveAlerts(onResolved: () => void) {
  const undo = useUndoResolve()
  const outcome = useOutcome('resolve_alert')
  return useMutation({
    mutationFn: (alertIds: readonly number[]) =>
      call(alertsApi.resolveSeveral, { body: { alertIds: [...alertIds] } }),
    onSuccess: ({ resolved }, alertIds) => {
      onResolved()
      focusTitle()
      notifyUndoable({ title: alertsResolved(resolved), message: '' }, () => undo(alertIds), UNDO_RESOLVE_MS)
    },
    ...outcome,
  })
}

/** Raises the alerts again, under new ids; the resolved ones stay as they are. */
function useUndoResolve() {
  const outcome = useOutcome('undo_resolve')
  const { mutate } = useMutation({
    mutationFn: (alertIds: readonly number[]) =>
      call(alertsApi.undoResolve, { body: { alertIds: [...alertIds] } }),
    ...outcome,
  })
  return mutate
}

function useOutcome(failed: 'resolve_alert' | 'undo_resolve') {
  return {
    onError: (error: Error) => notifyFailure(getFailure(failed, error)),
    onSettled: useReload(queryKeys.alerts, queryKeys.dashboard, queryKeys.session),
  }
}
