import { type ReportFileFormat, reportsApi } from '@stockcast/contract'
import type { Context } from 'hono'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getReports, saveReport } from './report-settings.ts'
import { getReport, readFile, sendReport } from './send-report.ts'

export function createReportRoutes(kernel: Kernel) {
  const file = async (c: Context<AppEnv>, reportId: number, format: ReportFileFormat) => {
    const { merchantId } = signedIn(c)
    const draw = await kernel.db.withTenantSnapshot(merchantId, (tx) =>
      readFile({ merchantId, tx }, { reportId }),
    )
    return draw(format)
  }
  return createVerbApi(kernel)
    .read(reportsApi.list, (context) => getReports(context, context.caller))
    .run(reportsApi.save, (context, { kind, ...settings }) =>
      saveReport(context, { kind, settings, caller: context.caller }),
    )
    .run(reportsApi.send, (context, { kind }) => sendReport(context, { kind, caller: context.caller }))
    .serve(reportsApi.exportXlsx, ({ c, params: { id } }) => file(c, id, 'xlsx'))
    .serve(reportsApi.exportPdf, ({ c, params: { id } }) => file(c, id, 'pdf'))
    .read(reportsApi.get, (context, { id: reportId }) => getReport(context, { reportId }))
}
