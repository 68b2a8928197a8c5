import { Modal, PasswordInput } from '@mantine/core'
import type { TwoFactorSetup } from '@stockcast/contract'
import { type FormEvent, useState } from 'react'
import { useMutation } from '../../api/use-mutation.ts'
import { beginTwoFactor, endTwoFactor, makeBackupCodes } from '../../session/auth-client.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { accountFailure, accountSuccess } from '../../ui/messages/account-texts.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import classes from '../../ui/settings/settings.module.css'
import { BackupCodes } from './backup-codes.tsx'
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
      onSubmit={begin.mutate}
      isPending={begin.isPending}
      fault={begin.isError ? accountFailure('set_up_two_factor', begin.error).message : null}
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
      onSubmit={make.mutate}
      isPending={make.isPending}
      fault={make.isError ? accountFailure('make_backup_codes', make.error).message : null}
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
      onSubmit={end.mutate}
      isPending={end.isPending}
      fault={end.isError ? accountFailure('end_two_factor', end.error).message : null}
      onCancel={onClose}
    />
  )
}

interface PasswordStepProps {
  label: string
  note: string
  onSubmit: (password: string) => void
  isPending: boolean
  fault: string | null
  onCancel: () => void
}

function PasswordStep({ label, note, onSubmit, isPending, fault, onCancel }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') onSubmit(password)
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
        error={fault}
      />
      <FormActions onCancel={onCancel} isBusy={isPending}>
        {label}
      </FormActions>
    </form>
  )
}
