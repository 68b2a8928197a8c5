import { dashboardApi, type Session, STALE_AFTER_MINUTES, sessionApi, syncApi } from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const sessionQuery = () =>
  queryOptions({
    queryKey: queryKeys.session,
    queryFn: ({ signal }) => call(sessionApi.get, {}, signal),
    staleTime: 60_000,
    refetchInterval: ({ state }) => untilNextLook(state.data),
  })

const LOOK_EVERY_MS = 5 * 60_000

/**
 * Returns the time until the session is read again: at the latest when its stock becomes stale, so that it
 * is labelled at once.
 */
export function untilNextLook(session: Session | undefined): number {
  if (!session || session.freshness.stockAsOf === null || session.freshness.isStale) return LOOK_EVERY_MS
  const ageMs = Date.parse(session.now) - Date.parse(session.freshness.stockAsOf)
  const untilOldMs = STALE_AFTER_MINUTES * 60_000 - ageMs + 1_000
  return Math.min(LOOK_EVERY_MS, Math.max(1_000, untilOldMs))
}

export const dashboardQuery = () =>
  queryOptions({
    queryKey: queryKeys.dashboard,
    queryFn: ({ signal }) => call(dashboardApi.get, {}, signal),
    // The event that the first forecast is there may come before the stream of events is open.
    refetchInterval: ({ state: { data } }) =>
      data && data.forecastAsOf === null && data.products.total > 0 ? 10_000 : false,
  })

export const syncQuery = () =>
  queryOptions({
    queryKey: queryKeys.sync,
    queryFn: ({ signal }) => call(syncApi.get, {}, signal),
    // Events report every step; the interval covers a stream that a proxy buffers.
    refetchInterval: ({ state }) => (state.data?.run?.status === 'running' ? 10_000 : false),
  })
