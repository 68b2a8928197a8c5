import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { showKept } from '../ui/messages/notify-after-reload.ts'

/** Shows toasts, which are opened by a call. They are beside the screens, not around them, and load later. */
export function Overlays() {
  useEffect(showKept, [])
  useEffect(tellOffline, [])
  return <Notifications position="bottom-right" limit={4} />
}

const id = 'offline'

/** Says that the browser is offline while it is. Returns how to stop. */
function tellOffline(): () => void {
  const tell = () => {
    notifications.show({
      id,
      title: 'You are offline',
      message:
        'What you see may be out of date, and changes are not saved. Everything continues once you are back.',
      color: 'transparent',
      autoClose: false,
      role: 'status',
      closeButtonProps: { 'aria-label': 'Close' },
    })
  }
  const hide = () => notifications.hide(id)
  if (!navigator.onLine) tell()
  window.addEventListener('offline', tell)
  window.addEventListener('online', hide)
  return () => {
    window.removeEventListener('offline', tell)
    window.removeEventListener('online', hide)
  }
}
