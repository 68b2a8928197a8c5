import { type Notifications, notificationsApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import {
  checkFields,
  invalidSlackWebhook,
  notificationFailure,
  notificationsSaved,
  slackUrlMissing,
} from '../../ui/messages/notification-texts.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import {
  type Changes,
  type Draft,
  type Faults,
  getDraft,
  getFaults,
  getRequest,
  hasChanges,
} from './draft.ts'

const URL_FIELD = 'slack.webhookUrl'

/**
 * Keeps changes apart from the stored values, so that new values from the server appear while the form is
 * open.
 */
export function useNotificationsForm(stored: Notifications, form: RefObject<HTMLFormElement | null>) {
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<Changes>({})
  const [faults, setFaults] = useState<Faults>({})
  useFocusOnFault(faults, form)
  const draft = getDraft(stored, changes)

  const change = <Name extends keyof Draft>(name: Name, next: Partial<Draft[Name]>) => {
    setChanges((before) => ({ ...before, [name]: { ...before[name], ...next } }))
    setFaults((before) => withoutFields(before, name, Object.keys(next)))
  }
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: Draft) => call(notificationsApi.save, { body: getRequest(stored, wanted) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.notifications, saved)
      setChanges({})
      setFaults({})
      notifySuccess(
        notificationsSaved({
          code: saved.sms.isOn && !saved.sms.isConfirmed,
          link: saved.email.pendingAddress !== null,
        }),
      )
      void queryClient.invalidateQueries({ queryKey: queryKeys.deliveries })
    },
    onError: (error) => {
      notifyFailure(notificationFailure('save', error))
      if (error instanceof ApiError && error.field !== undefined) setFaults({ [error.field]: error.message })
    },
  })
  const save = () => {
    const found = getFaults(stored, draft)
    setFaults(found)
    const ofUrl = found[URL_FIELD]
    if (ofUrl !== undefined && ofUrl !== slackUrlMissing) notifyFailure(invalidSlackWebhook(ofUrl))
    else if (Object.keys(found).length > 0) notifyFailure(checkFields)
    else mutate(draft)
  }
  return { draft, faults, change, save, isSaving: isPending, isChanged: hasChanges(stored, changes) }
}

function withoutFields(faults: Faults, name: keyof Draft, fields: readonly string[]): Faults {
  const changed = fields.map((field) => `${name}.${field}`)
  return Object.fromEntries(Object.entries(faults).filter(([path]) => !changed.includes(path)))
}

function useFocusOnFault(faults: Faults, form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (Object.keys(faults).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults, form])
}
