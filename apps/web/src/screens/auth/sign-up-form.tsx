import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { SIGN_UP_REDIRECT_MS, TRIAL_DAYS } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hasAccessToken } from '../../api/access-token.ts'
import { callFunction } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { signUpFailure } from '../../messages/error-messages.ts'
import { notifyFailure, notifySuccess } from '../../messages/notify.tsx'
import { successMessages } from '../../messages/success-messages.ts'
import { nameOf, signUp } from '../../session/auth-client.ts'
import classes from './auth.module.css'
import { checkEmail, checkNewPassword, newPasswordFault, passwordHint } from './credentials.ts'
import { EmailField } from './email-field.tsx'

interface Credentials {
  email: string
  password: string
}

/**
 * Creates the account; returns true when the person is signed in at once, false when the address must be
 * confirmed first.
 */
async function createAccount({ email, password }: Credentials): Promise<boolean> {
  await signUp({ email, password })
  if (!hasAccessToken()) return false
  // The account exists whether the email goes out or not.
  void callFunction('send-welcome-email', { email, name: nameOf(email) }).catch(() => undefined)
  return true
}

/** */
export function SignUpForm({ onConfirmationSent }: { onConfirmationSent: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useForm<Credentials>({
    initialValues: { email: '', password: '' },
    validate: { email: checkEmail, password: checkNewPassword },
  })
  const submit = useMutation({
    mutationFn: ({ email, password }: Credentials) => createAccount({ email: email.trim(), password }),
    onSuccess: (isSignedIn) => {
      queryClient.clear()
      notifySuccess(isSignedIn ? successMessages.signedUp : successMessages.confirmationSent)
      if (!isSignedIn) onConfirmationSent()
    },
    onError: (error) => {
      const fault = newPasswordFault(error)
      if (fault !== null) form.setFieldError('password', fault)
      notifyFailure(signUpFailure(error))
    },
  })
  const isDone = submit.data === true
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void navigate({ to: '/add-payment' }), SIGN_UP_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isDone, navigate])

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => submit.mutate(values))}>
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
      <Button type="submit" variant="filled" size="md" fullWidth loading={submit.isPending || isDone}>
        Sign Up
      </Button>
      <p className={classes.text}>{`${TRIAL_DAYS} days free. No credit card required.`}</p>
    </form>
  )
}
