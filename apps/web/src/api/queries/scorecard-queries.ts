import { routes, scorecardSchema } from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const scorecardQuery = () =>
  queryOptions({
    queryKey: queryKeys.scorecard,
    queryFn: ({ signal }) => api.get(routes.scorecard(), scorecardSchema, {}, signal),
  })
