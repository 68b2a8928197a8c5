import { sessionApi } from '@stockcast/contract'
import { createApi } from '../http/api.ts'
import { type SignedIn, signedIn } from '../http/context.ts'
import type { EventStreams } from './event-streams.ts'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that buffers would hold every event back.
  'x-accel-buffering': 'no',
}

export function createLiveRoutes(
  streams: EventStreams,
  isSessionOpen: (caller: SignedIn) => Promise<boolean>,
) {
  return createApi().serve(sessionApi.streamEvents, ({ c }) => {
    const caller = signedIn(c)
    return c.body(
      streams.open(caller.merchantId, () => isSessionOpen(caller)),
      200,
      headers,
    )
  })
}
