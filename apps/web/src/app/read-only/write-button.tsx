import { Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { type ComponentPropsWithoutRef, useId } from 'react'
import { useReadOnly } from '../../session/use-read-only.ts'

type WriteButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>

/**
 * A button that changes something. Without a plan it does nothing and says why, to pointer, keyboard and screen reader
 * alike: it can still be reached, so that the reason can.
 */
export function WriteButton(props: WriteButtonProps) {
  const reason = useReadOnly()
  const reasonId = useId()
  if (reason === null) return <Button {...props} />
  return (
    <Tooltip label={reason} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...props}
        loading={false}
        disabled={false}
        data-disabled
        aria-disabled
        aria-describedby={reasonId}
        onClick={(event) => event.preventDefault()}
      >
        {props.children}
        <VisuallyHidden id={reasonId} aria-hidden="true">
          {reason}
        </VisuallyHidden>
      </Button>
    </Tooltip>
  )
}
