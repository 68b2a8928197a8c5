import { TextInput } from '@mantine/core'
import type { TwoFactorSetup } from '@stockcast/contract'
import { type FormEvent, useState } from 'react'
import { encode } from 'uqr'
import { useMutation } from '../../api/use-mutation.ts'
import { confirmTwoFactor } from '../../session/auth-client.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { accountFailure } from '../../ui/messages/account-texts.ts'
import classes from '../../ui/settings/settings.module.css'

interface FirstCodeFormProps {
  setup: TwoFactorSetup
  onConfirmed: () => void
  onCancel: () => void
}

/**
 * Shows the secret as a QR code and as text, and asks for the first code, which proves that the app has it.
 */
export function FirstCodeForm({ setup, onConfirmed, onCancel }: FirstCodeFormProps) {
  const [code, setCode] = useState('')
  const confirm = useMutation({ mutationFn: () => confirmTwoFactor(code.trim()), onSuccess: onConfirmed })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') confirm.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className={classes.dialog}>
      <p>Scan this QR code with your authenticator app, then enter the code it shows.</p>
      <QrCode text={setup.totpURI} label="QR code for your authenticator app" />
      <div>
        <p className="quiet">Or type this key into the app:</p>
        <code className={classes.secret}>{getSecret(setup.totpURI)}</code>
      </div>
      <TextInput
        label="Code from your app"
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={8}
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={confirm.isError && accountFailure('verify_code', confirm.error).message}
      />
      <FormActions onCancel={onCancel} isBusy={confirm.isPending}>
        Turn on
      </FormActions>
    </form>
  )
}

/** Returns the key in groups of four, as apps show it. */
function getSecret(totpURI: string): string {
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}

/**
 * Draws a QR code here, so that its content never leaves this page. Black on white in both schemes, so that
 * phones can read it.
 */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={208}
      height={208}
      shapeRendering="crispEdges"
      style={{ display: 'block', margin: '0 auto', borderRadius: 6 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
