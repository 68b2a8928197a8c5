import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '../../api/use-mutation.ts'
import { verifySecondStep } from '../../session/auth-client.ts'
import { signInFailure } from '../../ui/messages/error-messages.ts'
import classes from './auth.module.css'

interface SecondStepFormProps {
  onSignedIn: () => void
  onBack: () => void
}

/** Asks for the code of an authenticator app, or one of the backup codes. */
export function SecondStepForm({ onSignedIn, onBack }: SecondStepFormProps) {
  const submit = useMutation({
    mutationFn: ({ code, ...step }: Parameters<typeof verifySecondStep>[0]) =>
      verifySecondStep({ code: code.trim(), ...step }),
    onSuccess: onSignedIn,
  })
  const form = useForm({ initialValues: { code: '', isBackupCode: false, trustDevice: false } })
  const { isBackupCode, code } = form.values
  const change = () => {
    form.setValues({ isBackupCode: !isBackupCode, code: '' })
    submit.reset()
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (code.trim() !== '') submit.mutate(values)
      })}
    >
      <TextInput
        key={String(isBackupCode)}
        size="md"
        name="code"
        label={isBackupCode ? 'Backup code' : 'Code from your app'}
        description={
          isBackupCode ? 'Each code in your list works once.' : 'Six digits that change every 30 seconds.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="one-time-code"
        inputMode={isBackupCode ? 'text' : 'numeric'}
        maxLength={16}
        autoFocus
        {...form.getInputProps('code')}
        error={submit.isError && signInFailure(submit.error).message}
      />
      <Checkbox
        label="Trust this device for 30 days"
        {...form.getInputProps('trustDevice', { type: 'checkbox' })}
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={submit.isPending}>
        Sign In
      </Button>
      <Button variant="subtle" color="gray" onClick={change}>
        {isBackupCode ? 'Use a code from your app' : 'Use a backup code'}
      </Button>
      <Button variant="subtle" color="gray" onClick={onBack}>
        Back
      </Button>
    </form>
  )
}
