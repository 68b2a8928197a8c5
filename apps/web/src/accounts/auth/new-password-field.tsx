import { Button, PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '../../api/use-mutation.ts'
import type { Message } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import classes from './auth.module.css'
import { checkNewPassword, goodPasswordHint, newPasswordFault, passwordHint } from './credentials.ts'

/** Shows the field for a new password. An error that repeats the hint on the required length replaces it. */
export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Password"
      {...props}
      size="md"
      name="password"
      description={<PasswordHint isRefused={props.error === passwordHint} />}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      withAsterisk={false}
      autoComplete="new-password"
    />
  )
}

/** Says how long a password must be, unless an error already says so, and how long a good one is. */
export function PasswordHint({ isRefused }: { isRefused: boolean }) {
  return (
    <>
      {isRefused ? null : (
        <>
          <span>{passwordHint}</span>.
        </>
      )}{' '}
      <span>{goodPasswordHint}</span>
    </>
  )
}

interface NewPasswordFormProps {
  label: string
  action: string
  save: (password: string) => Promise<void>
  getFailure: (error: Error) => Message
}

/** Asks for a new password when the account is already known. */
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
