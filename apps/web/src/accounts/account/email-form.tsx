import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Account, accountApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { accountSuccess } from '../../ui/messages/account-texts.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure, notifySuccess, tellFailure } from '../../ui/messages/notify.tsx'
import classes from '../../ui/settings/settings.module.css'
import { checkEmail, checkPassword } from '../auth/credentials.ts'

/** Asks for another address; the link that is mailed to it makes the change. */
export function EmailForm({ account }: { account: Account }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: checkEmail, password: checkPassword },
  })
  const change = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) =>
      call(accountApi.changeEmail, { body: { email: email.trim(), password } }),
    onSuccess: () => {
      form.reset()
      notifySuccess(accountSuccess.emailAsked)
      void queryClient.invalidateQueries({ queryKey: queryKeys.account })
    },
    onError: (error) => {
      const { field } = error instanceof ApiError ? error : {}
      if (field === 'email' || field === 'password') form.setFieldError(field, error.message)
      notifyFailure(getFailure('change_email', error))
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Unconfirmed account={account} />
      <div className={classes.fields}>
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          label="New email"
          autoComplete="email"
          autoCapitalize="none"
        />
        <PasswordInput
          {...form.getInputProps('password')}
          label="Your password"
          autoComplete="current-password"
        />
      </div>
      <div className={classes.foot}>
        <p className={classes.footNote}>
          {account.newEmail === null
            ? 'Nothing changes until you open the link that we send to the new address.'
            : `Open the link that we sent to ${account.newEmail} to use that address.`}
        </p>
        <Button type="submit" loading={change.isPending}>
          Change email
        </Button>
      </div>
    </form>
  )
}

function Unconfirmed({ account }: { account: Account }) {
  const send = useMutation({
    mutationFn: () => call(accountApi.sendConfirmation),
    onSuccess: () => notifySuccess(accountSuccess.confirmationSent),
    onError: tellFailure('send_confirmation'),
  })
  if (account.isConfirmed) return null
  return (
    <div className={classes.split} style={{ marginBottom: 18 }}>
      <p>
        <b>{account.email} is not confirmed yet.</b> Alerts can be set up once you open the link we sent.
      </p>
      <Button onClick={() => send.mutate()} loading={send.isPending}>
        Send the link again
      </Button>
    </div>
  )
}
