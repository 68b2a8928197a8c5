import { type Scorecard, scorecardApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { successMessages } from '../../ui/messages/success-messages.ts'

/** Saves the service level that alerts and order dates use. */
export function useSaveSensitivity() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (serviceLevel: number) => call(scorecardApi.saveSensitivity, { body: { serviceLevel } }),
    onSuccess: ({ serviceLevel }) => {
      queryClient.setQueryData<Scorecard>(queryKeys.scorecard, (card) => card && { ...card, serviceLevel })
      notifySuccess(successMessages.sensitivitySaved)
    },
    onError: (error) => notifyFailure(getFailure('save_sensitivity', error)),
  })
  return { save: mutate, isSaving: isPending }
}
