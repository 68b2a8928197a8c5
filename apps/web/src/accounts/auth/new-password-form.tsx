import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '../../api/use-mutation.ts'
import type { Message } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import classes from './auth.module.css'
import { checkNewPassword, newPasswordFault } from './credentials.ts'
import { NewPasswordField } from './new-password-field.tsx'

interface NewPasswordFormProps {
  label: string
  action: string
  save: (password: string) => Promise<void>
  getFailure: (error: Error) => Message
}

/** Asks for a new password of an account that is known. */
export function NewPasswordForm({ label, action, save, getFailure }: NewPasswordFormProps) {
  const form = useForm({ initialValues: { password: '' }, validate: { password: checkNewPassword } })
  const submit = useMutation({
    mutationFn: save,
    onError: (error) => {
      const fault = newPasswordFault(error)
      if (fault !== null) form.setFieldError('password', fault)
      notifyFailure(getFailure(error))
    },
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(({ password }) => submit.mutate(password))}
    >
      <NewPasswordField {...form.getInputProps('password')} label={label} />
      <Button type="submit" variant="filled" size="md" fullWidth loading={submit.isPending}>
        {action}
      </Button>
    </form>
  )
}
