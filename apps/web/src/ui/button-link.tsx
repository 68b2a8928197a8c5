import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { Ref } from 'react'

/** A link that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & { ref?: Ref<HTMLAnchorElement> }) => (
  <Button component="a" {...props} />
))
