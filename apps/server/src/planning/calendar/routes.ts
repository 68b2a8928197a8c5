import { calendarApi } from '@stockcast/contract'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getCalendar, getEvent } from './events.ts'
import { answerProposal, createEvent, type OnCalendarChanged, removeEvent, saveEvent } from './save-event.ts'

/** `onChanged` is called in the transaction of each change. */
export function createCalendarRoutes(kernel: Kernel, onChanged: OnCalendarChanged) {
  return createVerbApi({ ...kernel, onChanged })
    .run(calendarApi.get, getCalendar)
    .run(calendarApi.getEvent, (context, { id: eventId }) => getEvent(context, { eventId }))
    .run(calendarApi.createEvent, createEvent)
    .run(calendarApi.saveEvent, (context, { id: eventId, ...wanted }) =>
      saveEvent(context, { eventId, wanted }),
    )
    .run(calendarApi.removeEvent, (context, { id: eventId }) => removeEvent(context, { eventId }))
    .run(calendarApi.answerProposal, (context, { id: eventId, ...given }) =>
      answerProposal(context, { eventId, ...given }),
    )
}
