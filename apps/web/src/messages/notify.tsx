import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { Message } from './error-messages.ts'

const SUCCESS_CLOSE_MS = 5_000

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

/** Errors stay until closed. */
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
