import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { goodPasswordHint, passwordHint } from './credentials.ts'

/** Shows the field for a password to be chosen; what is required gives way to an error. */
export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Password"
      {...props}
      size="md"
      name="password"
      description={<PasswordHint isRefused={Boolean(props.error)} />}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      withAsterisk={false}
      autoComplete="new-password"
    />
  )
}

/** Says how long a password must be, unless it was refused, and how long a good one is. */
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
