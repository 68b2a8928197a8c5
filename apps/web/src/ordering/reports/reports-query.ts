import { reportsApi } from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'

/** Below the messages, so that a report that was sent is read with them. */
export const reportsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.deliveries, 'reports'],
    queryFn: ({ signal }) => call(reportsApi.list, {}, signal),
  })

/** The figures of a report, which never change. */
export const reportQuery = (id: number) =>
  queryOptions({
    queryKey: ['report', id],
    queryFn: ({ signal }) => call(reportsApi.get, { params: { id } }, signal),
  })
