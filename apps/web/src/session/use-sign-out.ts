import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMutation } from '../api/use-mutation.ts'
import { signOutFailure } from '../ui/messages/error-messages.ts'
import { notifyFailure } from '../ui/messages/notify.tsx'
import { signOut } from './auth-client.ts'

/** Ends the session here and on the server, clears what was loaded and goes to `/`. */
export function useSignOut(): () => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate } = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      await navigate({ to: '/' })
      queryClient.clear()
    },
    onError: () => notifyFailure(signOutFailure),
  })
  return () => mutate()
}
