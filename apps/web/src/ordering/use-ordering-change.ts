import type { QueryKey, UseMutationOptions } from '@tanstack/react-query'
import { queryKeys } from '../api/queries.ts'
import { useMutation, useReload } from '../api/use-mutation.ts'
import { notifyFailure } from '../ui/messages/notify.tsx'
import { getOrderingFailure } from './ordering-failures.ts'

interface OrderingChange<Data, Variables> extends UseMutationOptions<Data, Error, Variables> {
  /** What failed, for a message. Without it the form says so itself. */
  failed?: Parameters<typeof getOrderingFailure>[0]
  reloads?: readonly QueryKey[]
}

/** Runs a change of orders, suppliers or transfers, and reads again what shows them. */
export function useOrderingChange<Data, Variables = void>({
  failed,
  reloads = [queryKeys.purchasing],
  ...options
}: OrderingChange<Data, Variables>) {
  return useMutation<Data, Variables>({
    ...(failed && { onError: (error) => notifyFailure(getOrderingFailure(failed, error)) }),
    onSettled: useReload(...reloads),
    ...options,
  })
}
