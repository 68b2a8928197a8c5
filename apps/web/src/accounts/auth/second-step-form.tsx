import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
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
  const [isBackupCode, setBackupCode] = useState(false)
  const [code, setCode] = useState('')
  const [trustDevice, setTrustDevice] = useState(false)
  const submit = useMutation({
    mutationFn: () => verifySecondStep({ code: code.trim(), isBackupCode, trustDevice }),
    onSuccess: onSignedIn,
  })
  const change = () => {
    setBackupCode(!isBackupCode)
    setCode('')
    submit.reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') submit.mutate()
  }
  return (
    <form className={classes.form} noValidate onSubmit={send}>
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
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={submit.isError && signInFailure(submit.error).message}
      />
      <Checkbox
        label="Trust this device for 30 days"
        checked={trustDevice}
        onChange={(event) => setTrustDevice(event.currentTarget.checked)}
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
