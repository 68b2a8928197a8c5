import type { PurchaseOrder } from '@stockcast/contract'
import { api } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { saveFile } from '../../ui/browser/save-file.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { orderingFailureOf } from '../ordering-failures.ts'

/** Saves the order as a file that a supplier would accept. */
export function useDownloadOrder({ number }: Pick<PurchaseOrder, 'number'>) {
  return useMutation({
    mutationFn: ({ path }: { path: string; ending: 'pdf' | 'csv' }) => api.download(path),
    onSuccess: (file, { ending }) => saveFile(file, `${number}.${ending}`),
    onError: (error) => notifyFailure(orderingFailureOf('download_file', error)),
  }).mutate
}
