import { Button } from '@mantine/core'
import { accountApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { renewAccessToken } from '../../api/access-token.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { accountSuccess } from '../../ui/messages/account-texts.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import { OutcomePage } from '../../ui/pages/outcome-page.tsx'

async function confirmEmail(token: string): Promise<void> {
  await call(accountApi.confirmEmail, { body: { token } })
  // The token still carries the former address.
  await renewAccessToken()
}

/** Asks to confirm a new address, from the link mailed to it, while signed in to the account. */
export function ConfirmEmailScreen() {
  const { token } = useSearch({ from: '/signed-in/account/email' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => confirmEmail(token ?? ''),
    onSuccess: async () => {
      await queryClient.invalidateQueries()
      notifySuccess(accountSuccess.emailChanged)
      void navigate({ to: '/settings', search: { tab: 'account' }, replace: true })
    },
  })
  const outcome = confirm.isError
    ? ({ kind: 'error', ...toText(confirm.error) } as const)
    : ({
        kind: 'success',
        title: 'Use the new email address?',
        text: 'You opened the link we sent to it.',
      } as const)
  return (
    <OutcomePage title="New email address" outcome={outcome}>
      {isFinal(confirm.error) ? (
        <ButtonLink variant="filled" to="/settings" search={{ tab: 'account' }}>
          Go to account settings
        </ButtonLink>
      ) : (
        <Button variant="filled" onClick={() => confirm.mutate()} loading={confirm.isPending}>
          Use this address
        </Button>
      )}
    </OutcomePage>
  )
}

/** Returns whether the link will never work: it was used, it is too old, or the address is taken. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && ['not_found', 'conflict', 'invalid_input'].includes(error.code)
}

function toText(error: unknown): { title: string; text: string } {
  const { title, message } = getFailure('change_email', error)
  return { title, text: message }
}
