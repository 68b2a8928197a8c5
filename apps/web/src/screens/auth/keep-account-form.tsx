import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { keptAccountSchema } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { renewAccessToken } from '../../api/access-token.ts'
import { api, callFunction } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { keepAccountFailure } from '../../messages/error-messages.ts'
import { notifyFailure, notifySuccess } from '../../messages/notify.tsx'
import { successMessages } from '../../messages/success-messages.ts'
import { nameOf } from '../../session/auth-client.ts'
import classes from './auth.module.css'
import { checkEmail, checkNewPassword, newPasswordFault, passwordHint } from './credentials.ts'
import { EmailField } from './email-field.tsx'

interface Credentials {
  email: string
  password: string
}

async function keepAccount({ email, password }: Credentials): Promise<void> {
  const kept = await api.post('/api/account/keep', keptAccountSchema, { email: email.trim(), password })
  // The token still carries the demo user's address.
  await renewAccessToken()
  void callFunction('send-welcome-email', { email: kept.email, name: nameOf(kept.email) }).catch(
    () => undefined,
  )
}

/** Turns a demo user's account into a permanent one. */
export function KeepAccountForm({ label, onKept }: { label: string; onKept?: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm<Credentials>({
    initialValues: { email: '', password: '' },
    validate: { email: checkEmail, password: checkNewPassword },
  })
  const keep = useMutation({
    mutationFn: keepAccount,
    onSuccess: async () => {
      await queryClient.invalidateQueries()
      notifySuccess(successMessages.accountKept)
      onKept?.()
    },
    onError: (error) => {
      const fault = newPasswordFault(error)
      if (fault !== null) form.setFieldError('password', fault)
      notifyFailure(keepAccountFailure(error))
    },
  })
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => keep.mutate(values))}>
      <EmailField {...form.getInputProps('email')} />
      <PasswordInput
        {...form.getInputProps('password')}
        size="md"
        name="password"
        label="Password"
        {...(form.errors.password === passwordHint ? {} : { description: passwordHint })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        withAsterisk={false}
        autoComplete="new-password"
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={keep.isPending}>
        {label}
      </Button>
    </form>
  )
}
