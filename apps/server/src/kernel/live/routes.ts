import { liveEventSchema, paths } from '@stockcast/contract'
import { createApi } from '../http/api.ts'
import { type SignedIn, signedIn } from '../http/context.ts'
import type { EventStreams } from './event-streams.ts'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that buffers would hold every event back.
  'x-accel-buffering': 'no',
}

const events = {
  method: 'get' as const,
  path: paths.events,
  summary: 'Streams events when something has changed; the page then reads it again',
  responses: {
    200: {
      description: 'Server-sent events; the `data` of each is one of these',
      content: { 'text/event-stream': { schema: liveEventSchema } },
    },
  },
}

export function createLiveRoutes(
  streams: EventStreams,
  isSessionOpen: (caller: SignedIn) => Promise<boolean>,
) {
  const routes = createApi()
  routes.openAPIRegistry.registerPath(events)
  routes.get(paths.events, (c) => {
    const caller = signedIn(c)
    const body = streams.open(caller.merchantId, () => isSessionOpen(caller))
    return c.body(body, 200, headers)
  })
  return routes
}
