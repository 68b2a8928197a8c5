import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { dropAccessToken } from '../../api/access-token.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { requestPasswordReset, resetPassword } from '../../session/auth-client.ts'
import { passwordResetFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { successMessages } from '../../ui/messages/success-messages.ts'
import classes from './auth.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { checkEmail } from './credentials.ts'
import { EmailField } from './email-field.tsx'
import { NewPasswordForm } from './new-password-field.tsx'

/**
 * Asks for the reset email; opened from its link, takes the new password. The first password
 * confirms the address.
 */
export function ResetScreen() {
  const { token, error, next } = useSearch({ from: '/auth/reset' })
  const isFromMail = token !== undefined && error === undefined
  return (
    <AuthLayout
      title={isFromMail ? 'Choose a new password' : 'Reset your password'}
      toSignIn="Back to Sign In"
    >
      {error !== undefined && (
        <p className="muted" role="alert">
          This link is no longer valid. Ask for a new one.
        </p>
      )}
      {isFromMail && next !== undefined && (
        <p className="muted" style={{ marginBottom: 18 }}>
          This confirms your email address. Choose the password that you want to sign in with. Every device
          that is signed in now will be signed out.
        </p>
      )}
      {isFromMail ? <ResetForm token={token} next={next} /> : <RequestResetForm />}
    </AuthLayout>
  )
}

/** `next` says where sign-in leads afterwards. */
function ResetForm({ token, next }: { token: string; next: string | undefined }) {
  const navigate = useNavigate()
  return (
    <NewPasswordForm
      label="New password"
      action="Save new password"
      save={async (newPassword) => {
        await resetPassword({ newPassword, token })
        // A new password ends every session of the account.
        dropAccessToken()
        notifySuccess(successMessages.passwordChanged)
        void navigate({ to: '/auth', search: { redirect: next }, replace: true })
      }}
      getFailure={passwordResetFailure}
    />
  )
}

function RequestResetForm() {
  const form = useForm({ initialValues: { email: '' }, validate: { email: checkEmail } })
  const submit = useMutation({
    mutationFn: ({ email }: { email: string }) => requestPasswordReset(email.trim()),
    onError: (error) => notifyFailure(passwordResetFailure(error)),
  })
  if (submit.isSuccess) {
    const { title, message } = successMessages.resetRequested
    return (
      <div role="status">
        <p className="muted">
          <b>{title}</b>
        </p>
        <p className="muted">{message}</p>
      </div>
    )
  }
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => submit.mutate(values))}>
      <EmailField {...form.getInputProps('email')} description="We send a link to this address." />
      <Button type="submit" variant="filled" size="md" fullWidth loading={submit.isPending}>
        Send reset link
      </Button>
    </form>
  )
}
