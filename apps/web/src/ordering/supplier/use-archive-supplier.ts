import { routes, type Supplier } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { orderingFailureOf } from '../ordering-failures.ts'

const done = z.unknown()

/** Archives a supplier, or takes an archived one back into use. */
export function useArchiveSupplier({ id, name, archivedAt }: Pick<Supplier, 'id' | 'name' | 'archivedAt'>) {
  const queryClient = useQueryClient()
  const isArchived = archivedAt !== null
  return useMutation({
    mutationFn: () =>
      api.post(isArchived ? routes.restoreSupplier(id) : routes.archiveSupplier(id), done, {}),
    onSuccess: () =>
      notifySuccess({ title: isArchived ? 'Supplier restored' : 'Supplier archived', message: name }),
    onError: (error) => notifyFailure(orderingFailureOf('save_supplier', error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.purchasing }),
  })
}
