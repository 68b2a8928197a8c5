import { teamApi } from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'

/** Reads who belongs to the shop. Apart from the other queries, because few screens need it. */
export const teamQuery = () =>
  queryOptions({
    queryKey: queryKeys.team,
    queryFn: ({ signal }) => call(teamApi.get, {}, signal),
  })
