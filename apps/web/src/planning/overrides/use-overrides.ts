import {
  type EditOverride,
  type ForecastOverride,
  type ForecastOverrideRequest,
  forecastOverridesApi,
} from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation, useReload } from '../../api/use-mutation.ts'
import { keepFocus } from '../../ui/browser/keep-focus.ts'
import { toSentence } from '../../ui/messages/error-messages.ts'
import { notifyFailure, notifyUndoable } from '../../ui/messages/notify.tsx'
import { overrideDays, overrideTitle, overrideUnits } from './override-words.ts'

/** Returns the changes of one product's forecast, and what changes did to the forecasts of the shop. */
export const overridesQuery = (variantId: number) =>
  queryOptions({
    queryKey: [...queryKeys.calendar, 'overrides', variantId],
    queryFn: ({ signal }) => call(forecastOverridesApi.list, { query: { variantId } }, signal),
  })

interface EditedOverride {
  before: ForecastOverride
  wanted: EditOverride
}

interface Renamed {
  override: ForecastOverride
  reason: string
}

/** Changes forecasts by hand; each change can be undone while its message is shown. */
export function useOverrideChanges() {
  const reload = useReload(queryKeys.calendar, queryKeys.product)
  const options = {
    onSettled: async () => {
      await reload()
      requestAnimationFrame(keepFocus)
    },
    onError: (error: unknown) =>
      notifyFailure({ title: 'Failed to change the forecast', message: toSentence(error) }),
  }
  const tell = (title: string, override: ForecastOverride, undo: () => void) =>
    notifyUndoable(
      {
        title,
        message: `${overrideTitle(override)}, ${overrideDays(override)}. ${overrideUnits(override)}.`,
      },
      undo,
    )
  const withdraw = useMutation({
    mutationFn: ({ id }: { id: number }) => call(forecastOverridesApi.remove, { params: { id } }),
    ...options,
  })
  const restore = useMutation({
    mutationFn: ({ id }: { id: number }) => call(forecastOverridesApi.restore, { params: { id } }),
    ...options,
  })
  const add = useMutation({
    mutationFn: (asked: ForecastOverrideRequest) => call(forecastOverridesApi.create, { body: asked }),
    onSuccess: (override) => tell('Forecast changed', override, () => withdraw.mutate({ id: override.id })),
    ...options,
  })
  const edit = useMutation({
    mutationFn: ({ before, wanted: { from, to, change, reason } }: EditedOverride) =>
      call(forecastOverridesApi.edit, { params: { id: before.id }, body: { from, to, change, reason } }),
    onSuccess: (override, { before }) =>
      tell('Change saved', override, () =>
        override.id === before.id
          ? rename.mutate({ override, reason: before.reason })
          : restore.mutate({ id: before.id }),
      ),
    ...options,
  })
  const rename = useMutation({
    mutationFn: ({ override: { id, from, to, kind, amount, likeVariantId }, reason }: Renamed) =>
      call(forecastOverridesApi.edit, {
        params: { id },
        body: {
          from,
          to,
          change: kind === 'like' ? { kind, amount, likeVariantId: likeVariantId ?? 0 } : { kind, amount },
          reason,
        },
      }),
    ...options,
  })
  const remove = useMutation({
    mutationFn: async (override: ForecastOverride) => {
      await call(forecastOverridesApi.remove, { params: { id: override.id } })
      return override
    },
    onSuccess: (override) => tell('Change removed', override, () => restore.mutate({ id: override.id })),
    ...options,
  })
  return { add, edit, remove }
}
