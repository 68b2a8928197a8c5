import { createApi } from '../../http/api.ts'
import { type SignedIn, signedIn } from '../../http/context.ts'
import type { EventStreams } from './event-streams.ts'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that buffers would hold every hint back.
  'x-accel-buffering': 'no',
}

export function createLiveRoutes(
  streams: EventStreams,
  isSessionOpen: (caller: SignedIn) => Promise<boolean>,
) {
  const routes = createApi()
  routes.get('/api/events', (c) => {
    const caller = signedIn(c)
    const body = streams.open(caller.merchantId, () => isSessionOpen(caller))
    return c.body(body, 200, headers)
  })
  return routes
}
