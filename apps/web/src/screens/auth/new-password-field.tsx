import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { passwordHint } from './credentials.ts'

/** Shows the field for a password to be chosen; its hint gives way to an error. */
export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Password"
      {...props}
      size="md"
      name="password"
      {...(props.error ? {} : { description: passwordHint })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      withAsterisk={false}
      autoComplete="new-password"
    />
  )
}
