import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { today } from '../../calendar.ts'
import { createApi } from '../../http/api.ts'
import { signedIn } from '../../http/context.ts'
import type { Kernel } from '../../kernel.ts'
import { exportMerchant } from './export-merchant.ts'

const exportRoute = createRoute({
  method: 'get',
  path: '/api/account/export',
  summary: 'All data of the merchant as a ZIP of CSV files, without secrets',
  responses: {
    200: { description: 'The ZIP, as it is packed.', content: { 'application/zip': { schema: z.string() } } },
  },
})

export function createExportRoutes(kernel: Kernel) {
  return createApi().openapi(exportRoute, (c) => {
    const { merchantId } = signedIn(c)
    const fileName = `stockcast-${today(kernel.clock, 'UTC')}.zip`
    const body = ReadableStream.from(exportMerchant(kernel, merchantId)) as ReadableStream
    return c.body(body, 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${fileName}"`,
    })
  })
}
