import { calendarApi } from '@stockcast/contract'
import type { Context as Request } from 'hono'
import { callOrigin } from '../../kernel/audit/index.ts'
import { createApi } from '../../kernel/http/api.ts'
import type { AppEnv } from '../../kernel/http/context.ts'
import { createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getCalendar, getEvent } from './events.ts'
import { answerProposal, createEvent, type OnCalendarChanged, removeEvent, saveEvent } from './save-event.ts'

/** `onChanged` is called in the transaction of each change. */
export function createCalendarRoutes(kernel: Kernel, onChanged: OnCalendarChanged) {
  const run = createVerbRunner(kernel)
  const changing = (c: Request<AppEnv>) => ({ origin: callOrigin(kernel.config, c), onChanged })
  return createApi()
    .serve(calendarApi.get, ({ c, query }) => run(c, (context) => getCalendar(context, query)))
    .serve(calendarApi.getEvent, ({ c, params: { id: eventId } }) =>
      run(c, (context) => getEvent(context, { eventId })),
    )
    .serve(calendarApi.createEvent, ({ c, body }) =>
      run(c, (context) => createEvent({ ...context, ...changing(c) }, body)),
    )
    .serve(calendarApi.saveEvent, ({ c, params: { id: eventId }, body: wanted }) =>
      run(c, (context) => saveEvent({ ...context, ...changing(c) }, { eventId, wanted })),
    )
    .serve(calendarApi.removeEvent, async ({ c, params: { id: eventId } }) => {
      await run(c, (context) => removeEvent({ ...context, ...changing(c) }, { eventId }))
      return { done: true } as const
    })
    .serve(calendarApi.answerProposal, ({ c, params: { id: eventId }, body }) =>
      run(c, (context) => answerProposal({ ...context, ...changing(c) }, { eventId, ...body })),
    )
}
