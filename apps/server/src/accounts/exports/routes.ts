import { paths } from '@stockcast/contract'
import { z } from 'zod'
import { today } from '../../kernel/calendar.ts'
import { createApi, createRoute, fileHeaders } from '../../kernel/http/api.ts'
import { atHome } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { exportMerchant } from './export-merchant.ts'

const exportRoute = createRoute({
  method: 'get',
  path: paths.accountExport,
  use: 'export',
  summary: 'Returns all data of the merchant, except secrets, as a ZIP of CSV files',
  responses: {
    200: {
      description: 'The ZIP, streamed while it is created.',
      content: { 'application/zip': { schema: z.string() } },
    },
  },
})

export function createExportRoutes(kernel: Kernel) {
  return createApi().openapi(exportRoute, (c) => {
    const { merchantId } = atHome(c)
    const fileName = `stockcast-${today(kernel.clock, 'UTC')}.zip`
    const body = ReadableStream.from(exportMerchant(kernel, merchantId)) as ReadableStream
    return c.body(body, 200, fileHeaders(fileName, 'application/zip'))
  })
}
