import {
  paths,
  proposalAnswerSchema,
  shopCalendarQuerySchema,
  shopCalendarSchema,
  shopEventDetailSchema,
  shopEventRequestSchema,
} from '@stockcast/contract'
import type { Context as Request } from 'hono'
import { z } from 'zod'
import { callOrigin } from '../../kernel/audit/index.ts'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import type { AppEnv } from '../../kernel/http/context.ts'
import { createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getCalendar, getEvent } from './events.ts'
import { answerProposal, createEvent, type OnCalendarChanged, removeEvent, saveEvent } from './save-event.ts'

const params = z.object({ id: z.coerce.number().int().positive() })
const body = jsonBody(shopEventRequestSchema)

const list = createRoute({
  method: 'get',
  path: paths.calendar,
  summary: 'Closings, sales and one-off orders of the shop, or those that concern one product',
  request: { query: shopCalendarQuerySchema },
  responses: jsonAnswer(shopCalendarSchema, 'Proposals first, then the latest first.'),
})

const one = createRoute({
  method: 'get',
  path: paths.calendarEvent,
  request: { params },
  responses: jsonAnswer(shopEventDetailSchema, 'The entry with its products.'),
})

const create = createRoute({
  method: 'post',
  path: paths.calendarEvents,
  use: 'calendar',
  summary: 'Adds a closing, a sale or a one-off order, and has the shop forecast again',
  request: { body },
  responses: jsonAnswer(shopEventDetailSchema, 'The entry as stored.'),
})

const save = createRoute({
  method: 'put',
  path: paths.calendarEvent,
  use: 'calendar',
  summary: 'Saves an entry, and has the shop forecast again; what was found is confirmed by it',
  request: { params, body },
  responses: jsonAnswer(shopEventDetailSchema, 'The entry as stored.'),
})

const remove = createRoute({
  method: 'delete',
  path: paths.calendarEvent,
  use: 'calendar',
  summary: 'Removes an entry, and has the shop forecast again',
  request: { params },
  responses: jsonAnswer(z.object({ done: z.literal(true) }), 'The entry is removed.'),
})

const answer = createRoute({
  method: 'put',
  path: paths.proposalAnswer,
  use: 'calendar',
  summary: 'Confirms or denies what was found in the sales, or takes the answer back',
  request: { params, body: jsonBody(proposalAnswerSchema) },
  responses: jsonAnswer(shopEventDetailSchema, 'The entry with its answer.'),
})

/** `onChanged` is called in the transaction of each change. */
export function createCalendarRoutes(kernel: Kernel, onChanged: OnCalendarChanged) {
  const run = createVerbRunner(kernel)
  const changing = (c: Request<AppEnv>) => ({ origin: callOrigin(kernel.config, c), onChanged })
  return createApi()
    .openapi(list, async (c) => {
      const query = c.req.valid('query')
      return c.json(await run(c, (context) => getCalendar(context, query)), 200)
    })
    .openapi(one, async (c) => {
      const eventId = c.req.valid('param').id
      return c.json(await run(c, (context) => getEvent(context, { eventId })), 200)
    })
    .openapi(create, async (c) => {
      const wanted = c.req.valid('json')
      return c.json(await run(c, (context) => createEvent({ ...context, ...changing(c) }, wanted)), 200)
    })
    .openapi(save, async (c) => {
      const input = { eventId: c.req.valid('param').id, wanted: c.req.valid('json') }
      return c.json(await run(c, (context) => saveEvent({ ...context, ...changing(c) }, input)), 200)
    })
    .openapi(remove, async (c) => {
      const eventId = c.req.valid('param').id
      await run(c, (context) => removeEvent({ ...context, ...changing(c) }, { eventId }))
      return c.json({ done: true as const }, 200)
    })
    .openapi(answer, async (c) => {
      const input = { eventId: c.req.valid('param').id, ...c.req.valid('json') }
      return c.json(await run(c, (context) => answerProposal({ ...context, ...changing(c) }, input)), 200)
    })
}
