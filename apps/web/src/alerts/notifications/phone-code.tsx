import { Button, Group, TextInput } from '@mantine/core'
import { confirmPhoneSchema, type Notifications, notificationsApi } from '@stockcast/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { formatBillingDate } from '../../ui/format/days.ts'
import { notificationFailure, phoneConfirmed } from '../../ui/messages/notification-texts.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import classes from './notifications.module.css'

/** Shows whether the number is confirmed, and the code field that confirms it (G-04b). */
export function PhoneCode({ stored: { sms, timeZone } }: { stored: Notifications }) {
  if (!sms.isConfirmed) return <CodeForm />
  return (
    <p className={classes.confirmed}>
      <IconCircleCheck size={18} stroke={1.75} aria-hidden />
      Number confirmed{sms.consentAt && `, agreed on ${formatBillingDate(sms.consentAt, timeZone)}`}
    </p>
  )
}

function CodeForm() {
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: () => call(notificationsApi.sendPhoneCode),
    onSuccess: () => setFault(null),
  })
  const confirm = useMutation({
    mutationFn: (typed: string) => call(notificationsApi.confirmPhone, { body: { code: typed } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.notifications, saved)
      notifySuccess(phoneConfirmed)
    },
    onError: (error) => setFault(notificationFailure('confirm_code', error).message),
  })
  const submit = () => {
    const read = confirmPhoneSchema.safeParse({ code })
    if (read.success) confirm.mutate(read.data.code)
    else setFault(read.error.issues[0]?.message ?? null)
  }
  // Enter in this field submits the code, not the surrounding form.
  const confirmOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    submit()
  }
  return (
    <div className={classes.code}>
      <p>
        <b>This number is not confirmed.</b> No alerts are sent to it until you enter the code that we send.
      </p>
      <Button size="xs" onClick={() => send.mutate()} loading={send.isPending}>
        {send.isSuccess ? 'Send another code' : 'Send code'}
      </Button>
      <p role="status" className="quiet">
        {send.isError && notificationFailure('send_code', send.error).message}
        {send.isSuccess && 'A code is on its way. It works for 10 minutes.'}
      </p>
      <Group gap={8} align="flex-end">
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          w={120}
          value={code}
          error={fault !== null}
          onKeyDown={confirmOnEnter}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button onClick={submit} loading={confirm.isPending}>
          Confirm number
        </Button>
      </Group>
      {fault !== null && (
        <p role="alert" className="fault small">
          {fault}
        </p>
      )}
    </div>
  )
}
