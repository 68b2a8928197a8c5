import { type Supplier, suppliersApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'

/** Archives a supplier, or takes an archived one back into use. */
export function useArchiveSupplier({ id, name, archivedAt }: Pick<Supplier, 'id' | 'name' | 'archivedAt'>) {
  const queryClient = useQueryClient()
  const isArchived = archivedAt !== null
  return useMutation({
    mutationFn: () => call(isArchived ? suppliersApi.restore : suppliersApi.archive, { params: { id } }),
    onSuccess: () =>
      notifySuccess({ title: isArchived ? 'Supplier restored' : 'Supplier archived', message: name }),
    onError: (error) => notifyFailure(getOrderingFailure('save_supplier', error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.purchasing }),
  })
}
