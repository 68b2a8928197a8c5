import { routes } from '@stockcast/contract'
import { api } from '../../../api/client.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { saveFile } from '../../../app/browser/save-file.ts'
import { dayOfInstant } from '../../../format/days.ts'
import { failureOf } from '../../../messages/error-messages.ts'
import { notifyFailure } from '../../../messages/notify.tsx'
import { useSession } from '../../../session/use-session.ts'

const exports = { csv: routes.productsCsv(), xlsx: routes.productsXlsx() }
export type ReportEnding = keyof typeof exports

/** Saves all products as `inventory-{date}.csv` or as a workbook, with the shop's date (T-03). */
export function useExportProducts(today: string | undefined) {
  const { merchant, now } = useSession()
  const date = today ?? dayOfInstant(now, merchant.timeZone)
  return useMutation({
    mutationFn: (ending: ReportEnding) => api.download(exports[ending]),
    onSuccess: (file, ending) => saveFile(file, `inventory-${date}.${ending}`),
    onError: (error) => notifyFailure(failureOf('export_products', error)),
  })
}
