import {
  routes,
  settingsSchema,
  type VariantSettingsQuery,
  variantSettingsListSchema,
} from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const settingsQuery = () =>
  queryOptions({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => api.get(routes.settings(), settingsSchema, {}, signal),
  })

export const variantSettingsQuery = (query: VariantSettingsQuery) =>
  queryOptions({
    queryKey: [...queryKeys.variantSettings, query],
    queryFn: ({ signal }) =>
      api.get(routes.settingsOfVariants(), variantSettingsListSchema, { ...query }, signal),
  })
