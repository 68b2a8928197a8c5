import { settingsApi, type VariantSettingsQuery } from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const settingsQuery = () =>
  queryOptions({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => call(settingsApi.get, {}, signal),
  })

export const variantSettingsQuery = (query: VariantSettingsQuery) =>
  queryOptions({
    queryKey: [...queryKeys.variantSettings, query],
    queryFn: ({ signal }) => call(settingsApi.listVariants, { query }, signal),
  })
