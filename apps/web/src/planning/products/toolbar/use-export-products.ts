import { type GroupFilter, productsApi } from '@stockcast/contract'
import { download } from '../../../api/client.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { useSession } from '../../../session/use-session.ts'
import { saveFile } from '../../../ui/browser/save-file.ts'
import { dayOfInstant } from '../../../ui/format/days.ts'
import { tellFailure } from '../../../ui/messages/notify.tsx'

const exports = { csv: productsApi.exportCsv, xlsx: productsApi.exportXlsx }
export type ReportEnding = keyof typeof exports

/** Saves the products of these groups, or all, as `inventory-{date}.csv` or as a workbook, with the shop's date (T-03). */
export function useExportProducts(today: string | undefined, groups: GroupFilter) {
  const { merchant, now } = useSession()
  const date = today ?? dayOfInstant(now, merchant.timeZone)
  return useMutation({
    mutationFn: (ending: ReportEnding) => download(exports[ending], { query: groups }),
    onSuccess: (file, ending) => saveFile(file, `inventory-${date}.${ending}`),
    onError: tellFailure('export_products'),
  })
}
