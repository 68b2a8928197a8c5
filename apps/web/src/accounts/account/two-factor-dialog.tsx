import { Button, CopyButton, Group, Modal, PasswordInput } from '@mantine/core'
import type { TwoFactorSetup } from '@stockcast/contract'
import { type FormEvent, useState } from 'react'
import { useMutation } from '../../api/use-mutation.ts'
import { beginTwoFactor, endTwoFactor, makeBackupCodes } from '../../session/auth-client.ts'
import { saveFile } from '../../ui/browser/save-file.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { accountFailure, accountSuccess } from '../../ui/messages/account-texts.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import classes from '../../ui/settings/settings.module.css'
import { FirstCodeForm } from './first-code-form.tsx'

export type TwoFactorTask = 'begin' | 'codes' | 'end'

interface TwoFactorDialogProps {
  task: TwoFactorTask | null
  onClose: () => void
  onDone: () => void
}

const titles = {
  begin: 'Set up two-step sign-in',
  codes: 'New backup codes',
  end: 'Turn off two-step sign-in?',
} as const

/** Every task begins with the password. */
export function TwoFactorDialog({ task, onClose, onDone }: TwoFactorDialogProps) {
  return (
    <Modal opened={task !== null} onClose={onClose} title={task && titles[task]}>
      {task === 'begin' && <Begin onClose={onClose} onDone={onDone} />}
      {task === 'codes' && <NewCodes onClose={onClose} onDone={onDone} />}
      {task === 'end' && <End onClose={onClose} onDone={onDone} />}
    </Modal>
  )
}

type StepProps = Omit<TwoFactorDialogProps, 'task'>

function Begin({ onClose, onDone }: StepProps) {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null)
  const [isConfirmed, setConfirmed] = useState(false)
  const begin = useMutation({ mutationFn: beginTwoFactor, onSuccess: setSetup })
  if (setup !== null && isConfirmed) return <BackupCodes codes={setup.backupCodes} onDone={onClose} />
  if (setup !== null) {
    const confirmed = () => {
      setConfirmed(true)
      notifySuccess(accountSuccess.twoFactorOn)
      onDone()
    }
    return <FirstCodeForm setup={setup} onConfirmed={confirmed} onCancel={onClose} />
  }
  return (
    <PasswordStep
      label="Continue"
      note="You need an authenticator app, such as the one on your phone or in your password manager."
      step={begin}
      failed="set_up_two_factor"
      onCancel={onClose}
    />
  )
}

function NewCodes({ onClose, onDone }: StepProps) {
  const make = useMutation({ mutationFn: makeBackupCodes, onSuccess: onDone })
  if (make.data) return <BackupCodes codes={make.data.backupCodes} onDone={onClose} />
  return (
    <PasswordStep
      label="Make new codes"
      note="Your old codes then stop working."
      step={make}
      failed="make_backup_codes"
      onCancel={onClose}
    />
  )
}

function End({ onClose, onDone }: StepProps) {
  const end = useMutation({
    mutationFn: endTwoFactor,
    onSuccess: () => {
      notifySuccess(accountSuccess.twoFactorOff)
      onDone()
      onClose()
    },
  })
  return (
    <PasswordStep
      label="Turn off"
      note="Your password alone will be enough to sign in."
      step={end}
      failed="end_two_factor"
      onCancel={onClose}
    />
  )
}

interface PasswordStepProps {
  label: string
  note: string
  step: { mutate: (password: string) => void; isPending: boolean; error: Error | null }
  failed: Parameters<typeof accountFailure>[0]
  onCancel: () => void
}

function PasswordStep({ label, note, step, failed, onCancel }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') step.mutate(password)
  }
  return (
    <form noValidate onSubmit={submit} className={classes.dialog}>
      <p>{note}</p>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={step.error && accountFailure(failed, step.error).message}
      />
      <FormActions onCancel={onCancel} isBusy={step.isPending}>
        {label}
      </FormActions>
    </form>
  )
}

/** Shows the backup codes, this one time. */
function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <div className={classes.dialog}>
      <p>
        Keep these backup codes where you can find them without your phone. Each works once in place of a code
        from the app. <b>They are not shown again.</b>
      </p>
      <ul className={classes.codes} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap={8}>
        <CopyButton value={text}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
        </CopyButton>
        <Button
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'stockcast-backup-codes.txt')}
        >
          Save as a file
        </Button>
        <Button variant="filled" onClick={onDone} data-autofocus>
          I have kept them
        </Button>
      </Group>
    </div>
  )
}
