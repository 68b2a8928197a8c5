import { calendarApi, type EventStatus, type ShopEvent, type ShopEventRequest } from '@stockcast/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { keepFocus } from '../../ui/browser/keep-focus.ts'
import { toSentence } from '../../ui/messages/error-messages.ts'
import { notifyFailure, notifyUndoable } from '../../ui/messages/notify.tsx'
import { eventDays, eventTitle } from './calendar-words.ts'

/** Returns the calendar of the shop, or what of it concerns one product. */
export const calendarQuery = (variantId: number | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.calendar, variantId ?? null],
    queryFn: ({ signal }) =>
      call(calendarApi.get, { query: variantId === undefined ? {} : { variantId } }, signal),
  })

/** Returns one entry with its products. It is read again whenever it is opened. */
export const eventQuery = (id: number) =>
  queryOptions({
    queryKey: [...queryKeys.calendar, 'entry', id],
    queryFn: ({ signal }) => call(calendarApi.getEvent, { params: { id } }, signal),
    staleTime: 0,
  })

/** Returns an entry as the request that stores it again. */
async function storedEvent({ id }: Pick<ShopEvent, 'id'>): Promise<ShopEventRequest> {
  const { event, variants } = await call(calendarApi.getEvent, { params: { id } })
  const { kind, name, from, to, repeats, effectRatio } = event
  const variantIds = variants?.map(({ variantId }) => variantId) ?? null
  return { kind, name, from, to, repeats, effectRatio, variantIds }
}

const answered: Record<Exclude<EventStatus, 'proposed'>, string> = {
  confirmed: 'Confirmed',
  denied: 'Denied',
}
const AGAIN = 'Forecasts are being made again.'

/** Changes the calendar. The shop is forecast again in the background; each change can be undone while its message is shown. */
export function useCalendarChanges() {
  const queryClient = useQueryClient()
  const options = {
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.calendar })
      requestAnimationFrame(keepFocus)
    },
    onError: (error: unknown) =>
      notifyFailure({ title: 'Failed to change the calendar', message: toSentence(error) }),
  }
  const tell = (title: string, event: ShopEvent, undo: () => void) =>
    notifyUndoable({ title, message: `${eventTitle(event)}, ${eventDays(event)}. ${AGAIN}` }, undo)
  const restore = useMutation({
    mutationFn: (undo: { id: number | null; before: ShopEventRequest }) =>
      undo.id === null
        ? call(calendarApi.createEvent, { body: undo.before })
        : call(calendarApi.saveEvent, { params: { id: undo.id }, body: undo.before }),
    ...options,
  })
  const takeBack = useMutation({
    mutationFn: ({ id }: { id: number }) =>
      call(calendarApi.answerProposal, { params: { id }, body: { answer: 'proposed' as const } }),
    ...options,
  })
  const withdraw = useMutation({
    mutationFn: ({ id }: { id: number }) => call(calendarApi.removeEvent, { params: { id } }),
    ...options,
  })
  const answer = useMutation({
    mutationFn: ({ id, answer: given }: { id: number; answer: 'confirmed' | 'denied' }) =>
      call(calendarApi.answerProposal, { params: { id }, body: { answer: given } }),
    onSuccess: ({ event }, { id, answer: given }) =>
      tell(answered[given], event, () => takeBack.mutate({ id })),
    ...options,
  })
  const add = useMutation({
    mutationFn: (event: ShopEventRequest) => call(calendarApi.createEvent, { body: event }),
    onSuccess: ({ event }) => tell('Added', event, () => withdraw.mutate({ id: event.id })),
    ...options,
  })
  const change = useMutation({
    mutationFn: async ({ id, wanted }: { id: number; wanted: ShopEventRequest }) => {
      const before = await storedEvent({ id })
      return { before, ...(await call(calendarApi.saveEvent, { params: { id }, body: wanted })) }
    },
    onSuccess: ({ event, before }) => tell('Changed', event, () => restore.mutate({ id: event.id, before })),
    ...options,
  })
  const remove = useMutation({
    mutationFn: async (event: ShopEvent) => {
      const before = await storedEvent(event)
      await call(calendarApi.removeEvent, { params: { id: event.id } })
      return before
    },
    onSuccess: (before, event) => tell('Removed', event, () => restore.mutate({ id: null, before })),
    ...options,
  })
  return { answer, add, change, remove }
}
