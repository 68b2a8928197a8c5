import { TextInput, type TextInputProps } from '@mantine/core'

/** Shows the field for an account's address, the same in every form. */
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
