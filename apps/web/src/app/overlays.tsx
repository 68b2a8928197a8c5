import { Notifications } from '@mantine/notifications'

/** Toasts, which are opened by a call. They stand beside the screens, not around them, and load after them. */
export function Overlays() {
  return <Notifications position="bottom-right" limit={4} />
}
