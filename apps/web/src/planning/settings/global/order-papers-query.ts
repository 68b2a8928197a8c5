import { ordersApi } from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'

/** What stands on every order. Loaded with the settings, because nothing else asks for it. */
export const orderPapersQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.settings, 'orders'],
    queryFn: ({ signal }) => call(ordersApi.getPapers, {}, signal),
  })
