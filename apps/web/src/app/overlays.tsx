import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { showKept } from '../messages/notify-after-reload.ts'
import { tellOffline } from './browser/tell-offline.ts'

/** Shows toasts, which are opened by a call. They are beside the screens, not around them, and load later. */
export function Overlays() {
  useEffect(showKept, [])
  useEffect(tellOffline, [])
  return <Notifications position="bottom-right" limit={4} />
}
