import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMutation } from '../../api/use-mutation.ts'
import { signInToDemo } from '../../session/auth-client.ts'
import { demoSignInFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'

/** Leads from one click to the dashboard of the sample store, or of the larger sample shop, without an account. */
export function useTryDemo() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (sample: 'store' | 'shop') => {
      await signInToDemo()
      queryClient.clear()
      if (sample === 'shop') await (await import('./use-sample-shop.ts')).loadSampleShop()
    },
    onSuccess: async () => {
      await navigate({ to: '/dashboard' })
    },
    onError: (error) => notifyFailure(demoSignInFailure(error)),
  })
}
