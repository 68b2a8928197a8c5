import { accountApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { renewAccessToken } from '../../api/access-token.ts'
import { call } from '../../api/client.ts'
import { getName } from '../../session/auth-client.ts'
import { keepAccountFailure } from '../../ui/messages/error-messages.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import { successMessages } from '../../ui/messages/success-messages.ts'
import { type Credentials, NewAccountForm } from './new-account-form.tsx'

async function keepAccount({ email, password }: Credentials): Promise<void> {
  const kept = await call(accountApi.keep, { body: { email, password } })
  // The token still carries the demo user's address.
  await renewAccessToken()
  void call(accountApi.sendWelcome, { body: { email: kept.email, name: getName(kept.email) } }).catch(
    () => undefined,
  )
}

/** Turns a demo user's account into a permanent one. */
export function KeepAccountForm({ label, onKept }: { label: string; onKept?: () => void }) {
  const queryClient = useQueryClient()
  return (
    <NewAccountForm
      label={label}
      create={keepAccount}
      onCreated={async () => {
        await queryClient.invalidateQueries()
        notifySuccess(successMessages.accountKept)
        onKept?.()
      }}
      getFailure={keepAccountFailure}
    />
  )
}
