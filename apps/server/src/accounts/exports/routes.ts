import { accountApi } from '@stockcast/contract'
import { today } from '../../kernel/calendar.ts'
import { createApi } from '../../kernel/http/api.ts'
import { atHome } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { exportMerchant } from './export-merchant.ts'

export function createExportRoutes(kernel: Kernel) {
  return createApi().serve(accountApi.exportAll, ({ c }) => ({
    fileName: `stockcast-${today(kernel.clock, 'UTC')}.zip`,
    content: ReadableStream.from(exportMerchant(kernel, atHome(c).merchantId)) as ReadableStream,
  }))
}
