import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Returns what reads again all that is under these keys. */
export function useReload(...keys: readonly QueryKey[]): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
