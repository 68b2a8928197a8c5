import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { dropAccessToken } from '../../api/access-token.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { resetPassword } from '../../session/auth-client.ts'
import { passwordResetFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { successMessages } from '../../ui/messages/success-messages.ts'
import classes from './auth.module.css'
import { checkNewPassword, newPasswordFault } from './credentials.ts'
import { NewPasswordField } from './new-password-field.tsx'

/** `next` says where sign-in leads afterwards. */
export function NewPasswordForm({ token, next }: { token: string; next: string | undefined }) {
  const navigate = useNavigate()
  const form = useForm({ initialValues: { password: '' }, validate: { password: checkNewPassword } })
  const submit = useMutation({
    mutationFn: ({ password }: { password: string }) => resetPassword({ newPassword: password, token }),
    onSuccess: () => {
      // A new password ends every session of the account.
      dropAccessToken()
      notifySuccess(successMessages.passwordChanged)
      void navigate({ to: '/auth', search: { redirect: next }, replace: true })
    },
    onError: (error) => {
      const fault = newPasswordFault(error)
      if (fault !== null) form.setFieldError('password', fault)
      notifyFailure(passwordResetFailure(error))
    },
  })
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => submit.mutate(values))}>
      <NewPasswordField {...form.getInputProps('password')} label="New password" />
      <Button type="submit" variant="filled" size="md" fullWidth loading={submit.isPending}>
        Save new password
      </Button>
    </form>
  )
}
