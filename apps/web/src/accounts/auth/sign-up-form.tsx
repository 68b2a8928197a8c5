import { accountApi, SIGN_UP_REDIRECT_MS, TRIAL_DAYS } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { hasAccessToken } from '../../api/access-token.ts'
import { call } from '../../api/client.ts'
import { getName, signUp } from '../../session/auth-client.ts'
import { signUpFailure } from '../../ui/messages/error-messages.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import { successMessages } from '../../ui/messages/success-messages.ts'
import { type Credentials, NewAccountForm } from './new-account-form.tsx'

/**
 * Creates the account; returns true when the person is signed in at once, false when the address must be
 * confirmed first.
 */
async function createAccount({ email, password }: Credentials): Promise<boolean> {
  await signUp({ email, password })
  if (!hasAccessToken()) return false
  // The account exists whether the email goes out or not.
  void call(accountApi.sendWelcome, { body: { email, name: getName(email) } }).catch(() => undefined)
  return true
}

/** Asks for email and a new password, and creates the account. */
export function SignUpForm({ onConfirmationSent }: { onConfirmationSent: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void navigate({ to: '/add-payment' }), SIGN_UP_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isDone, navigate])

  return (
    <NewAccountForm
      label="Sign Up"
      create={createAccount}
      onCreated={(isSignedIn) => {
        queryClient.clear()
        notifySuccess(isSignedIn ? successMessages.signedUp : successMessages.confirmationSent)
        if (isSignedIn) setDone(true)
        else onConfirmationSent()
      }}
      getFailure={signUpFailure}
      isDone={isDone}
      note={<p className="muted">{`${TRIAL_DAYS} days free. No credit card required.`}</p>}
    />
  )
}
