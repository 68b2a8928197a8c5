import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { Message } from './error-messages.ts'

const SUCCESS_CLOSE_MS = 5_000
const UNDO_CLOSE_MS = 15_000

/** Shows a success that can be undone while it is shown. */
export function notifyUndoable(
  { title, message }: Message,
  onUndo: () => void,
  closeMs: number = UNDO_CLOSE_MS,
): void {
  const id = `undo: ${title} ${message}`
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
        <Button size="compact-sm" mt={6} display="block" onClick={undo}>
          Undo
        </Button>
      </>
    ),
    icon: <IconCircleCheck size={18} stroke={1.75} color="var(--stk-accent)" aria-hidden />,
    color: 'transparent',
    autoClose: closeMs,
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
