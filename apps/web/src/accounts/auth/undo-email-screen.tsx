import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { dropAccessToken } from '../../api/access-token.ts'
import { AuthError } from '../../api/auth-error.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { undoEmailChange } from '../../session/auth-client.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { undoEmailFailure } from '../../ui/messages/error-messages.ts'
import { AuthLayout } from './auth-layout.tsx'

/** Restores the former address, from the link mailed to it, and leads to a new password. */
export function UndoEmailScreen() {
  const { token } = useSearch({ from: '/auth/undo-email' })
  const navigate = useNavigate()
  const undo = useMutation({
    mutationFn: () => undoEmailChange(token ?? ''),
    onSuccess: (undone) => {
      dropAccessToken()
      void navigate({ to: '/auth/reset', search: { token: undone.token }, replace: true })
    },
  })
  const isGone = undo.error instanceof AuthError && undo.error.status < 500 && undo.error.status !== 429
  return (
    <AuthLayout
      title="Undo the change"
      heading={isGone ? 'Failed to restore the email address' : 'Restore your email address?'}
      toSignIn="Back to Sign In"
    >
      <p
        // A new element, which screen readers announce.
        key={String(undo.isError)}
        className="muted"
        style={{ marginBottom: 18 }}
        role={undo.isError ? 'alert' : undefined}
      >
        {undo.isError
          ? undoEmailFailure(undo.error).message
          : 'This signs out every device. You then choose a new password.'}
      </p>
      {isGone ? (
        <ButtonLink to="/auth/reset" variant="filled" size="md" fullWidth>
          Reset my password
        </ButtonLink>
      ) : (
        <Button variant="filled" size="md" fullWidth onClick={() => undo.mutate()} loading={undo.isPending}>
          Restore my address
        </Button>
      )}
    </AuthLayout>
  )
}
