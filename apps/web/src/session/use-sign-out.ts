import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOutFailure } from '../messages/error-messages.ts'
import { notifyFailure } from '../messages/notify.tsx'
import { signOut } from './auth-client.ts'

/** ends the session here and on the server, forgets what was loaded and goes to `/`. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    try {
      await signOut()
    } catch {
      return notifyFailure(signOutFailure)
    }
    await navigate({ to: '/' })
    queryClient.clear()
  }
}
