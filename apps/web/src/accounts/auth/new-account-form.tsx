import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useMutation } from '../../api/use-mutation.ts'
import type { Message } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import classes from './auth.module.css'
import { checkEmail, checkNewPassword, newPasswordFault } from './credentials.ts'
import { EmailField } from './email-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'

export interface Credentials {
  email: string
  password: string
}

interface NewAccountFormProps<Created> {
  label: string
  /** Receives the address without spaces around it. */
  create: (credentials: Credentials) => Promise<Created>
  onCreated: (created: Created) => unknown
  getFailure: (error: unknown) => Message
  /** Shows the button as busy although nothing runs. */
  isDone?: boolean
  note?: ReactNode
}

/** Asks for an address and a new password; names what is wrong with the password beside it. */
export function NewAccountForm<Created>(props: NewAccountFormProps<Created>) {
  const { label, create, onCreated, getFailure, isDone = false, note } = props
  const form = useForm<Credentials>({
    initialValues: { email: '', password: '' },
    validate: { email: checkEmail, password: checkNewPassword },
  })
  const submit = useMutation({
    mutationFn: ({ email, password }: Credentials) => create({ email: email.trim(), password }),
    onSuccess: onCreated,
    onError: (error) => {
      const fault = newPasswordFault(error)
      if (fault !== null) form.setFieldError('password', fault)
      notifyFailure(getFailure(error))
    },
  })
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => submit.mutate(values))}>
      <EmailField {...form.getInputProps('email')} />
      <NewPasswordField {...form.getInputProps('password')} />
      <Button type="submit" variant="filled" size="md" fullWidth loading={submit.isPending || isDone}>
        {label}
      </Button>
      {note}
    </form>
  )
}
