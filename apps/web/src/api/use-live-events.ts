import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLiveEvents } from './live-events.ts'
import { queryKeys } from './queries.ts'

/** One stream for the tab, open as long as a signed-in screen is shown. */
export function useLiveEvents(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    void followLiveEvents(queryClient, stop.signal)
    return () => stop.abort()
  }, [queryClient])
}

/** How far the running forecasts are, from the live events; null when none runs. */
export function useForecastProgress(): { done: number; total: number } | null {
  const { data } = useQuery<{ done: number; total: number } | null>({
    queryKey: queryKeys.forecastProgress,
    queryFn: () => null,
    enabled: false,
    initialData: null,
  })
  return data
}
