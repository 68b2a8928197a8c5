import { TextInput, type TextInputProps } from '@mantine/core'

/** The address of an account, the same in every form that asks for it. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      {...props}
      size="md"
      type="email"
      name="email"
      label="Email"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      withAsterisk={false}
      autoComplete="username"
      autoCapitalize="none"
    />
  )
}
