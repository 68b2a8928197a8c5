import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '../../api/use-mutation.ts'
import { requestPasswordReset } from '../../session/auth-client.ts'
import { passwordResetFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { successMessages } from '../../ui/messages/success-messages.ts'
import classes from './auth.module.css'
import { checkEmail } from './credentials.ts'
import { EmailField } from './email-field.tsx'

export function RequestResetForm() {
  const form = useForm({ initialValues: { email: '' }, validate: { email: checkEmail } })
  const submit = useMutation({
    mutationFn: ({ email }: { email: string }) => requestPasswordReset(email.trim()),
    onError: (error) => notifyFailure(passwordResetFailure(error)),
  })
  if (submit.isSuccess) {
    const { title, message } = successMessages.resetRequested
    return (
      <div role="status">
        <p className={classes.text}>
          <b>{title}</b>
        </p>
        <p className={classes.text}>{message}</p>
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
