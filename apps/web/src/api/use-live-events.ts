import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { queryKeys } from './queries.ts'

/**
 * Keeps one stream open for the tab while a signed-in screen is shown. Its code is loaded beside the first
 * screen, which does not wait for it.
 */
export function useLiveEvents(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    void import('./live-events.ts').then(
      ({ followLiveEvents }) => followLiveEvents(queryClient, stop.signal),
      // Without events, screens are read again when the window gets the focus.
      () => undefined,
    )
    return () => stop.abort()
  }, [queryClient])
}

/** Returns the progress of the running forecasts, from the live events; null when none runs. */
export function useForecastProgress(): { done: number; total: number } | null {
  const { data } = useQuery<{ done: number; total: number } | null>({
    queryKey: queryKeys.forecastProgress,
    queryFn: () => null,
    enabled: false,
    initialData: null,
  })
  return data
}

/**
 * Returns how many forecasts the last run could not update, from the live events; call `forget` once the
 * merchant was told.
 */
export function useFailedForecasts(): { failed: number; forget: () => void } {
  const queryClient = useQueryClient()
  const { data } = useQuery<number>({
    queryKey: queryKeys.failedForecasts,
    queryFn: () => 0,
    enabled: false,
    initialData: 0,
  })
  const forget = useCallback(() => queryClient.setQueryData(queryKeys.failedForecasts, 0), [queryClient])
  return { failed: data, forget }
}
