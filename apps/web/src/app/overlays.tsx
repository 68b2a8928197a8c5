import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { tellOffline } from '../ui/browser/tell-offline.ts'
import { showKept } from '../ui/messages/notify-after-reload.ts'

/** Shows toasts, which are opened by a call. They are beside the screens, not around them, and load later. */
export function Overlays() {
  useEffect(showKept, [])
  useEffect(tellOffline, [])
  return <Notifications position="bottom-right" limit={4} />
}
