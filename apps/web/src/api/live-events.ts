import { type LiveEvent, liveEventSchema, sessionApi } from '@stockcast/contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createParser } from 'eventsource-parser'
import { isSignedOut } from './api-error.ts'
import { openStream } from './client.ts'
import { gatherReloads } from './gather-reloads.ts'
import { queryKeys } from './queries.ts'

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000

/** The queries that each hint invalidates. */
export const keysOf: Record<LiveEvent['type'], readonly QueryKey[]> = {
  sync: [queryKeys.sync, queryKeys.session],
  stock: [
    queryKeys.dashboard,
    queryKeys.products,
    queryKeys.product,
    queryKeys.snoozes,
    queryKeys.trends,
    queryKeys.purchasing,
    queryKeys.session,
  ],
  calendar: [queryKeys.calendar],
  forecasts: [
    queryKeys.calendar,
    queryKeys.dashboard,
    queryKeys.products,
    queryKeys.product,
    queryKeys.trends,
    queryKeys.purchasing,
    queryKeys.session,
    queryKeys.sync,
  ],
  alerts: [queryKeys.alerts, queryKeys.product, queryKeys.dashboard, queryKeys.session],
  purchasing: [queryKeys.purchasing, queryKeys.product, queryKeys.dashboard],
  scorecard: [queryKeys.scorecard],
  import: [queryKeys.import],
  deliveries: [queryKeys.deliveries, queryKeys.notifications],
  team: [queryKeys.session, queryKeys.team, queryKeys.account],
  billing: [queryKeys.billing, queryKeys.session],
  settings: [
    queryKeys.settings,
    queryKeys.purchasing,
    queryKeys.products,
    queryKeys.product,
    queryKeys.trends,
    queryKeys.dashboard,
    queryKeys.scorecard,
  ],
  clock: [
    queryKeys.session,
    queryKeys.billing,
    queryKeys.dashboard,
    queryKeys.products,
    queryKeys.product,
    queryKeys.trends,
    queryKeys.calendar,
    queryKeys.alerts,
    queryKeys.scorecard,
    queryKeys.sync,
    queryKeys.deliveries,
    queryKeys.notifications,
    queryKeys.purchasing,
  ],
}

/** Listens for hints until the signal aborts or the session ends; reconnects with growing pauses. */
export async function followLiveEvents(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  const reload = gatherReloads(queryClient)
  let pauseMs = FIRST_RETRY_MS
  let hasMissed = false
  while (!signal.aborted) {
    const watch = watchSilence(signal)
    try {
      const response = await openStream(sessionApi.streamEvents, watch.signal)
      pauseMs = FIRST_RETRY_MS
      // Changes may have been missed while the stream was down.
      if (hasMissed) reload(keysOf.clock)
      await readEvents(response, {
        onEvent: (event) => applyEvent(queryClient, event, reload),
        onHeard: watch.heard,
        onRetry: (ms) => {
          pauseMs = Math.min(ms, LAST_RETRY_MS)
        },
      })
    } catch (error) {
      if (isSignedOut(error)) return
    } finally {
      watch.stop()
    }
    hasMissed = true
    await pause(pauseMs * (0.75 + Math.random() / 2), signal)
    pauseMs = Math.min(pauseMs * 2, LAST_RETRY_MS)
  }
}

export function applyEvent(
  queryClient: QueryClient,
  event: LiveEvent,
  reload: (keys: readonly QueryKey[]) => void,
): void {
  if (event.type === 'forecasts') {
    const { done, total, failed } = event
    const hasEnded = done >= total || failed > 0
    queryClient.setQueryData(queryKeys.forecastProgress, hasEnded ? null : { done, total })
    queryClient.setQueryData(queryKeys.failedForecasts, failed)
  }
  reload(keysOf[event.type])
}

interface StreamReader {
  onEvent: (event: LiveEvent) => void
  onHeard?: () => void
  /** Called with the pause that the server asks for before the next connection. */
  onRetry?: (ms: number) => void
}

export async function readEvents(
  response: Response,
  { onEvent, onHeard = () => undefined, onRetry = () => undefined }: StreamReader,
): Promise<void> {
  const parser = createParser({
    onRetry,
    onEvent: ({ data }) => {
      const event = liveEventSchema.safeParse(parseJson(data))
      if (event.success) onEvent(event.data)
    },
  })
  const body = response.body
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onHeard()
    parser.feed(value)
  }
}

/** Waits, but not longer than the browser is offline. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      window.removeEventListener('online', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish)
    window.addEventListener('online', finish)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The server sends a heartbeat every 15 s; a stream without one for this long is dead although it is still
 * open.
 */
const SILENCE_MS = 50_000

interface SilenceWatch {
  /** Aborts after too long a silence, or with the outer signal. */
  signal: AbortSignal
  heard: () => void
  stop: () => void
}

export function watchSilence(outer: AbortSignal): SilenceWatch {
  const silence = new AbortController()
  const start = () => setTimeout(() => silence.abort(), SILENCE_MS)
  let timer = start()
  return {
    signal: AbortSignal.any([outer, silence.signal]),
    heard: () => {
      clearTimeout(timer)
      timer = start()
    },
    stop: () => clearTimeout(timer),
  }
}
