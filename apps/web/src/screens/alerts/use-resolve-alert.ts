import { type Alert, alertSchema, resolvedAlertsSchema, routes } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { alertsResolved, alertTexts } from '../../messages/alert-texts.ts'
import { failureOf } from '../../messages/error-messages.ts'
import { notifyFailure, notifySuccess } from '../../messages/notify.tsx'
import { successMessages } from '../../messages/success-messages.ts'

/** Resolves an alert, says so and reloads the list. */
export function useResolveAlert() {
  const reload = useReload()
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (alert: Alert) => api.post(routes.resolveAlert(alert.id), alertSchema),
    onSuccess: async (_, alert) => {
      notifySuccess({ ...successMessages.alertResolved, message: alert.title ?? alertTexts.unknownProduct })
      focusTitle()
      await reload()
    },
    onError: async (error) => {
      notifyFailure(failureOf('resolve_alert', error))
      await reload()
    },
  })
  return { resolve: mutate, resolvingId: isPending ? variables.id : null }
}

/** Resolves several alerts at once. */
export function useResolveAlerts(onResolved: () => void) {
  const reload = useReload()
  return useMutation({
    mutationFn: (alertIds: readonly number[]) =>
      api.post(routes.resolveAlerts(), resolvedAlertsSchema, { alertIds }),
    onSuccess: async ({ resolved }) => {
      notifySuccess({ title: alertsResolved(resolved), message: '' })
      onResolved()
      focusTitle()
      await reload()
    },
    onError: async (error) => {
      notifyFailure(failureOf('resolve_alert', error))
      await reload()
    },
  })
}

/** The button that was pressed is gone. */
function focusTitle(): void {
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
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
