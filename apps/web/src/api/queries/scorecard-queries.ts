import { scorecardApi } from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const scorecardQuery = () =>
  queryOptions({
    queryKey: queryKeys.scorecard,
    queryFn: ({ signal }) => call(scorecardApi.get, {}, signal),
  })
