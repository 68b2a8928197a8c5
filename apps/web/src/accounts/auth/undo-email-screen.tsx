import { Button, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { dropAccessToken } from '../../api/access-token.ts'
import { AuthError } from '../../api/auth-error.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { undoEmailChange } from '../../session/auth-client.ts'
import { undoEmailFailure } from '../../ui/messages/error-messages.ts'
import classes from './auth.module.css'
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
  const isGone = undo.error instanceof AuthError && undo.error.status < 500
  return (
    <AuthLayout title="Undo the change">
      <Title order={1} tabIndex={-1} data-page-title className={classes.title}>
        Restore your email address?
      </Title>
      <p className={classes.text} style={{ marginBottom: 18 }} role={undo.isError ? 'alert' : undefined}>
        {undo.isError
          ? undoEmailFailure(undo.error).message
          : 'This signs out every device. You then choose a new password.'}
      </p>
      {isGone ? (
        <Button
          variant="filled"
          size="md"
          fullWidth
          renderRoot={(props) => <Link to="/auth/reset" {...props} />}
        >
          Reset my password
        </Button>
      ) : (
        <Button variant="filled" size="md" fullWidth onClick={() => undo.mutate()} loading={undo.isPending}>
          Restore my address
        </Button>
      )}
      <p className={classes.text} style={{ marginTop: 18 }}>
        <Link to="/auth" className={classes.link}>
          Back to Sign In
        </Link>
      </p>
    </AuthLayout>
  )
}
