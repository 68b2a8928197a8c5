import { locationsApi, type TransferSuggestion, transfersApi } from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'

const toKey = (...parts: unknown[]) => [...queryKeys.purchasing, ...parts]

/** Below `settings`, so that a saved one is read again. */
export const locationsKey = [...queryKeys.settings, 'locations']

export const locationsQuery = queryOptions({
  queryKey: locationsKey,
  queryFn: ({ signal }) => call(locationsApi.get, {}, signal),
})

export const suggestionsQuery = (location: number | undefined) =>
  queryOptions({
    queryKey: toKey('suggestions', location),
    queryFn: ({ signal }) =>
      call(transfersApi.listSuggestions, { query: location === undefined ? {} : { location } }, signal),
    placeholderData: keepPreviousData,
  })

export const transfersQuery = (page: number) =>
  queryOptions({
    queryKey: toKey('transfers', page),
    queryFn: ({ signal }) => call(transfersApi.list, { query: { page } }, signal),
    placeholderData: keepPreviousData,
  })

export type Suggestion = TransferSuggestion
