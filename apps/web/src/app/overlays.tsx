import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { showKept } from '../messages/notify-after-reload.ts'

/** Toasts, which are opened by a call. They stand beside the screens, not around them, and load after them. */
export function Overlays() {
  useEffect(showKept, [])
  return <Notifications position="bottom-right" limit={4} />
}
