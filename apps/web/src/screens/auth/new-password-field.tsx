import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { passwordHint } from './credentials.ts'

/** Shows the field for a password to be chosen; its hint gives way to an error that says the same. */
export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Password"
      {...props}
      size="md"
      name="password"
      {...(props.error === passwordHint ? {} : { description: passwordHint })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      withAsterisk={false}
      autoComplete="new-password"
    />
  )
}
