import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import type { Role } from '@stockcast/contract'
import { type ComponentPropsWithoutRef, lazy, Suspense, useId, useRef, useState } from 'react'
import { useReadOnly } from '../use-read-only.ts'

type WriteButtonProps = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** The lowest role that may use the button; a buyer by default. */
    least?: Role
  }

/** Loaded when first needed: few merchants ever see it, and its code is as large as a screen's. */
const ReasonTooltip = lazy(() => import('../../ui/entry-tooltip.ts'))

/**
 * Shows a button that changes something. For a user who may not, it does nothing and gives the reason to pointer, keyboard and
 * screen reader alike; it can still be focused, so that the reason can be read.
 */
export function WriteButton({ least, ...props }: WriteButtonProps) {
  const reason = useReadOnly(least)
  return reason === null ? <Button {...props} /> : <BlockedButton {...props} reason={reason} />
}

function BlockedButton({ reason, children, ...props }: WriteButtonProps & { reason: string }) {
  const reasonId = useId()
  const target = useRef<HTMLButtonElement>(null)
  const [isReasonShown, setReasonShown] = useState(false)
  const show = () => setReasonShown(true)
  const hide = () => setReasonShown(false)
  return (
    <>
      <Button
        {...props}
        ref={target}
        loading={false}
        disabled={false}
        data-disabled
        aria-disabled
        aria-describedby={reasonId}
        onClick={(event) => event.preventDefault()}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={show}
        onBlur={hide}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
      >
        {children}
        <VisuallyHidden id={reasonId} aria-hidden="true">
          {reason}
        </VisuallyHidden>
      </Button>
      {isReasonShown && (
        <Suspense>
          <ReasonTooltip label={reason} multiline maw={260} target={target} opened />
        </Suspense>
      )}
    </>
  )
}
