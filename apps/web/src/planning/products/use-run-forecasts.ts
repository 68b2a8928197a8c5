import { productsApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useFailedForecasts, useForecastProgress } from '../../api/use-live-events.ts'
import { useMutation, useReload } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure, tellFailure } from '../../ui/messages/notify.tsx'

/** Without an event for this long, events count as lost, and forecasts may be run again. */
const NO_NEWS_MS = 5 * 60_000

/**
 * Forecasts the whole catalogue in one call, or one variant (T-04); its progress comes with the live
 * events.
 */
export function useRunForecasts() {
  const { id } = useSession().merchant
  const queryClient = useQueryClient()
  const progress = useForecastProgress()
  useEffect(() => {
    if (progress === null) return
    const timer = setTimeout(() => queryClient.setQueryData(queryKeys.forecastProgress, null), NO_NEWS_MS)
    return () => clearTimeout(timer)
  }, [progress, queryClient])
  const { mutate, isPending } = useMutation({
    mutationFn: (variantId: number | undefined) =>
      call(productsApi.forecast, {
        body: {
          merchant_id: id,
          ...(variantId === undefined ? {} : { variant_id: variantId }),
        },
      }),
    onSuccess: useReload(queryKeys.products, queryKeys.product, queryKeys.dashboard),
    onError: tellFailure('run_forecasts'),
  })
  return {
    start: () => mutate(undefined),
    startOne: (variantId: number) => mutate(variantId),
    isRunning: isPending || progress !== null,
    progress,
  }
}

/** Says that a run failed after it was started (T-04). */
export function useFailedForecastsNotice(): void {
  const { failed, forget } = useFailedForecasts()
  useEffect(() => {
    if (failed === 0) return
    notifyFailure(getFailure('run_forecasts', null))
    forget()
  }, [failed, forget])
}
