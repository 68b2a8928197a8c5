import { orderPapersSchema, routes } from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'

/** What stands on every order. Loaded with the settings, because nothing else asks for it. */
export const orderPapersQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.settings, 'orders'],
    queryFn: ({ signal }) => api.get(routes.orderPapers(), orderPapersSchema, {}, signal),
  })
