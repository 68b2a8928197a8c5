import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { focusTitle } from '../browser/keep-focus.ts'
import { type FailedAction, getFailure, type Message } from './error-messages.ts'

const SUCCESS_CLOSE_MS = 5_000
const UNDO_CLOSE_MS = 15_000

/**
 * Shows a success that can be undone while it is shown. Undo stands last in the document: to whoever works by keyboard and is
 * at the title, because the pressed button has gone, it gets the focus, and gives it back.
 */
export function notifyUndoable(
  { title, message }: Message,
  onUndo: () => void,
  closeMs: number = UNDO_CLOSE_MS,
): void {
  const id = `undo: ${title} ${message}`
  const buttonId = `button of ${id}`
  const undo = () => {
    notifications.hide(id)
    onUndo()
  }
  notifications.show({
    id,
    title,
    message: (
      <>
        {message}{' '}
        <Button id={buttonId} size="compact-sm" mt={6} display="block" onClick={undo}>
          Undo
        </Button>
      </>
    ),
    icon: <IconCircleCheck size={18} stroke={1.75} color="var(--stk-accent)" aria-hidden />,
    color: 'transparent',
    autoClose: closeMs,
    onOpen: () => {
      if (document.activeElement?.matches('[data-page-title]:focus-visible'))
        document.getElementById(buttonId)?.focus()
    },
    onClose: () => {
      if (document.activeElement?.id === buttonId) focusTitle()
    },
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close' },
  })
}

export function notifySuccess({ title, message }: Message): void {
  notifications.show({
    title,
    message,
    icon: <IconCircleCheck size={18} stroke={1.75} color="var(--stk-accent)" aria-hidden />,
    color: 'transparent',
    autoClose: SUCCESS_CLOSE_MS,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close' },
  })
}

/** Returns what says that this action failed, and why. */
export const tellFailure = (action: FailedAction) => (error: unknown) =>
  notifyFailure(getFailure(action, error))

/** Shows an error, which stays until it is closed. */
export function notifyFailure({ title, message }: Message): void {
  notifications.show({
    id: `failure: ${title}`,
    title,
    message,
    icon: <IconAlertCircle size={18} stroke={1.75} color="var(--stk-critical-fill)" aria-hidden />,
    color: 'transparent',
    autoClose: false,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Close' },
  })
}
