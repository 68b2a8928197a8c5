import { demoApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { tellFailure } from '../../ui/messages/notify.tsx'

export const loadSampleShop = () => call(demoApi.loadSampleShop)

/** Loads the sample shop into the account and leads to its dashboard. */
export function useSampleShop() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: loadSampleShop,
    onSuccess: async () => {
      await queryClient.invalidateQueries()
      await navigate({ to: '/dashboard' })
    },
    onError: tellFailure('load_demo'),
  })
}
