import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { changePassword } from '../../session/auth-client.ts'
import { accountFailure, accountSuccess } from '../../ui/messages/account-texts.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import classes from '../../ui/settings/settings.module.css'
import { checkNewPassword, checkPassword, newPasswordFault, passwordHint } from '../auth/credentials.ts'
import { PasswordHint } from '../auth/new-password-field.tsx'

export function PasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: { currentPassword: checkPassword, newPassword: checkNewPassword },
  })
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.reset()
      notifySuccess(accountSuccess.passwordChanged)
      void queryClient.invalidateQueries({ queryKey: queryKeys.account })
    },
    onError: (error) => {
      const fault = newPasswordFault(error)
      if (fault !== null) form.setFieldError('newPassword', fault)
      notifyFailure(accountFailure('change_password', error))
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
      {/* Tells password managers whose password it is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <div className={classes.fields}>
        <PasswordInput
          {...form.getInputProps('currentPassword')}
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordInput
          {...form.getInputProps('newPassword')}
          description={<PasswordHint isRefused={form.errors.newPassword === passwordHint} />}
          label="New password"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
        />
      </div>
      <div className={classes.foot}>
        <p className={classes.footNote}>Changing it signs out every other device.</p>
        <Button type="submit" loading={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  )
}
