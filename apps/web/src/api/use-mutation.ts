import {
  type DefaultError,
  type QueryKey,
  type UseMutationOptions,
  useQueryClient,
  // biome-ignore lint/style/noRestrictedImports: the guarded version is built on it
  useMutation as useUnguardedMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * Runs a change at the server. Pressed again with the same variables while it runs, it starts nothing: a
 * button looks busy only after the next render, and a second press may come before.
 */
export function useMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, DefaultError, Variables>,
) {
  const running = useRef(new Set<string>())
  const {
    mutate: _,
    mutateAsync,
    ...mutation
  } = useUnguardedMutation({
    ...options,
    onSettled: (data, error, variables, ...rest) => {
      running.current.delete(toKey(variables))
      return options.onSettled?.(data, error, variables, ...rest)
    },
  })
  const run = (variables: Variables): Promise<boolean> => {
    const key = toKey(variables)
    if (running.current.has(key)) return Promise.resolve(false)
    running.current.add(key)
    return mutateAsync(variables).then(
      () => true,
      () => false,
    )
  }
  return {
    ...mutation,
    mutate: (variables: Variables) => void run(variables),
    /** Like `mutate`, but resolves to whether it succeeded; to false at once if it is already running. */
    run,
    /** Returns whether it runs with these variables, known at once and not only after a render. */
    isRunning: (variables: Variables) => running.current.has(toKey(variables)),
  }
}

const toKey = (variables: unknown): string => JSON.stringify(variables) ?? ''

/** Returns what reads again all that is under these keys. */
export function useReload(...keys: readonly QueryKey[]): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
