import { deliverySchema, routes } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { notificationFailure } from '../../ui/messages/notification-texts.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'

/** Sends a failed message again. */
export function useRetryDelivery() {
  const queryClient = useQueryClient()
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (id: number) => api.post(routes.retryDelivery(id), deliverySchema),
    onError: (error) => notifyFailure(notificationFailure('retry_delivery', error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.deliveries }),
  })
  return { retry: mutate, retryingId: isPending ? variables : null }
}
