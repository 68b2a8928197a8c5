import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthError } from '../../api/auth-error.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { signIn } from '../../session/auth-client.ts'
import { sameSitePath } from '../../session/redirect-path.ts'
import { signInFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import classes from './auth.module.css'
import { checkEmail, checkPassword } from './credentials.ts'
import { EmailField } from './email-field.tsx'
import { SecondStepForm } from './second-step-form.tsx'

const UNAUTHORIZED = 401
/** Also shown for an address without an account, so that it does not reveal which addresses have one. */
const WRONG = 'The email or the password is wrong.'

/** Asks for email and password, and for a code where two-step sign-in is on. */
export function SignInForm({ redirect }: { redirect: string | undefined }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [needsCode, setNeedsCode] = useState(false)
  const enter = () => {
    queryClient.clear()
    router.history.replace(sameSitePath(redirect) ?? '/dashboard')
  }
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: checkEmail, password: checkPassword },
  })
  const submit = useMutation({
    mutationFn: (values: { email: string; password: string }) =>
      signIn({ email: values.email.trim(), password: values.password }),
    onSuccess: (answer) => (answer.needsCode ? setNeedsCode(true) : enter()),
    onError: (error) => {
      if (error instanceof AuthError && error.status === UNAUTHORIZED) form.setFieldError('password', WRONG)
      notifyFailure(signInFailure(error))
    },
  })
  if (needsCode) return <SecondStepForm onSignedIn={enter} onBack={() => setNeedsCode(false)} />
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => submit.mutate(values))}>
      <EmailField {...form.getInputProps('email')} />
      <PasswordInput
        {...form.getInputProps('password')}
        size="md"
        name="password"
        label="Password"
        required
        withAsterisk={false}
        autoComplete="current-password"
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={submit.isPending}>
        Sign In
      </Button>
      <Link to="/auth/reset" className={classes.link}>
        Forgot password?
      </Link>
    </form>
  )
}
