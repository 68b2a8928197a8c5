import { bundlesApi, type ImportRecipes, type SaveBundle } from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation, useReload } from '../../api/use-mutation.ts'
import { toSentence } from '../../ui/messages/error-messages.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'

/** Below the products, so that what changes their stock loads it again. */
export const bundlesQuery = (page: number) =>
  queryOptions({
    queryKey: [...queryKeys.products, 'bundles', page],
    queryFn: ({ signal }) => call(bundlesApi.list, { query: { page } }, signal),
  })

const AGAIN = 'Forecasts are being made again.'

/** Saves one recipe, or those of a file. */
export function useRecipes() {
  const options = {
    onSettled: useReload(queryKeys.products, queryKeys.product),
    onError: (error: unknown) =>
      notifyFailure({ title: 'Failed to save the recipe', message: toSentence(error) }),
  }
  const save = useMutation({
    mutationFn: ({ variantId, wanted }: { variantId: number; wanted: SaveBundle }) =>
      call(bundlesApi.save, { params: { variantId }, body: wanted }),
    onSuccess: (_, { wanted }) =>
      notifySuccess({ title: wanted.parts.length === 0 ? 'Recipe removed' : 'Recipe saved', message: AGAIN }),
    ...options,
  })
  const importFile = useMutation({
    mutationFn: (wanted: ImportRecipes) => call(bundlesApi.importRecipes, { body: wanted }),
    ...options,
  })
  return { save, importFile }
}
