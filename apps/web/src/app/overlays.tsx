import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'

/** Toasts and dialogs that are opened by a call. They stand beside the screens, not around them, and load after them. */
export function Overlays() {
  return (
    <ModalsProvider labels={{ confirm: 'Confirm', cancel: 'Cancel' }}>
      <Notifications position="bottom-right" limit={4} />
    </ModalsProvider>
  )
}
