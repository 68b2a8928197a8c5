import {
  type EventStatus,
  routes,
  type ShopEvent,
  type ShopEventRequest,
  shopCalendarSchema,
  shopEventDetailSchema,
} from '@stockcast/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { sentenceOf } from '../../../messages/error-messages.ts'
import { notifyFailure } from '../../../messages/notify.tsx'

export const calendarQuery = (variantId: number | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.calendar, variantId ?? null],
    queryFn: ({ signal }) =>
      api.get(routes.calendar(), shopCalendarSchema, variantId === undefined ? {} : { variantId }, signal),
  })

/** Changes the calendar. The shop is forecast again in the background. */
export function useCalendarChanges() {
  const queryClient = useQueryClient()
  const options = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.calendar }),
    onError: (error: unknown) =>
      notifyFailure({ title: 'Failed to change the calendar', message: sentenceOf(error) }),
  }
  const answer = useMutation({
    mutationFn: ({ id, answer: given }: { id: number; answer: EventStatus }) =>
      api.put(routes.proposalAnswer(id), shopEventDetailSchema, { answer: given }),
    ...options,
  })
  const add = useMutation({
    mutationFn: (event: ShopEventRequest) => api.post(routes.calendarEvents(), shopEventDetailSchema, event),
    ...options,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Pick<ShopEvent, 'id'>) =>
      api.delete(routes.calendarEvent(id), z.object({ done: z.literal(true) })),
    ...options,
  })
  return { answer, add, remove }
}
