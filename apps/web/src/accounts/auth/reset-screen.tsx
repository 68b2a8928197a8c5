import { Title } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import classes from './auth.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { RequestResetForm } from './request-reset-form.tsx'

/**
 * Asks for the reset email; opened from its link, takes the new password. The first password
 * confirms the address.
 */
export function ResetScreen() {
  const { token, error, next } = useSearch({ from: '/auth/reset' })
  const isFromMail = token !== undefined && error === undefined
  const title = isFromMail ? 'Choose a new password' : 'Reset your password'
  return (
    <AuthLayout title={title}>
      <Title order={1} tabIndex={-1} data-page-title className={classes.title}>
        {title}
      </Title>
      {error !== undefined && (
        <p className={classes.text} role="alert">
          This link is no longer valid. Ask for a new one.
        </p>
      )}
      {isFromMail && next !== undefined && (
        <p className={classes.text} style={{ marginBottom: 18 }}>
          This confirms your email address. Choose the password that you want to sign in with. Every device
          that is signed in now will be signed out.
        </p>
      )}
      {isFromMail ? <NewPasswordForm token={token} next={next} /> : <RequestResetForm />}
      <p className={classes.text} style={{ marginTop: 18 }}>
        <Link to="/auth" className={classes.link}>
          Back to Sign In
        </Link>
      </p>
    </AuthLayout>
  )
}
