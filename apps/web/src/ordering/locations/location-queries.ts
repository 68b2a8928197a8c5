import {
  locationsSchema,
  routes,
  suggestionListSchema,
  type TransferSuggestion,
  transferListSchema,
} from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'

const keyOf = (...parts: unknown[]) => [...queryKeys.purchasing, ...parts]

/** Below `settings`, so that a saved one is read again. */
export const locationsKey = [...queryKeys.settings, 'locations']

export const locationsQuery = queryOptions({
  queryKey: locationsKey,
  queryFn: ({ signal }) => api.get(routes.locations(), locationsSchema, {}, signal),
})

export const suggestionsQuery = (location: number | undefined) =>
  queryOptions({
    queryKey: keyOf('suggestions', location),
    queryFn: ({ signal }) =>
      api.get(
        routes.transferSuggestions(),
        suggestionListSchema,
        location === undefined ? {} : { location },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

export const transfersQuery = (page: number) =>
  queryOptions({
    queryKey: keyOf('transfers', page),
    queryFn: ({ signal }) => api.get(routes.transfers(), transferListSchema, { page }, signal),
    placeholderData: keepPreviousData,
  })

export type Suggestion = TransferSuggestion
