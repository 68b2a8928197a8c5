import { importsApi } from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../client.ts'
import { queryKeys } from './query-keys.ts'

const importsAtWork = ['uploaded', 'checking', 'applying']

/** Reads the file that was uploaded last. */
export const importQuery = () =>
  queryOptions({
    queryKey: queryKeys.import,
    queryFn: ({ signal }) => call(importsApi.getLatest, {}, signal),
    refetchInterval: ({ state }) => (importsAtWork.includes(state.data?.import?.status ?? '') ? 2000 : false),
  })
