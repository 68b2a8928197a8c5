import { type ReportFileFormat, reportsApi } from '@stockcast/contract'
import type { Context } from 'hono'
import { createApi } from '../../kernel/http/api.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getReports, saveReport } from './report-settings.ts'
import { getReport, readFile, sendReport } from './send-report.ts'

export function createReportRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  const file = async (c: Context<AppEnv>, reportId: number, format: ReportFileFormat) => {
    const draw = await read(c, (context) => readFile(context, { reportId }))
    return draw(format)
  }
  return createApi()
    .serve(reportsApi.list, ({ c }) => read(c, (context) => getReports(context, signedIn(c))))
    .serve(reportsApi.save, ({ c, params: { kind }, body: settings }) =>
      run(c, (context) => saveReport(context, { kind, settings, caller: signedIn(c) })),
    )
    .serve(reportsApi.send, async ({ c, params: { kind } }) => {
      await run(c, (context) => sendReport(context, { kind, caller: signedIn(c) }))
      return { done: true } as const
    })
    .serve(reportsApi.exportXlsx, ({ c, params: { id } }) => file(c, id, 'xlsx'))
    .serve(reportsApi.exportPdf, ({ c, params: { id } }) => file(c, id, 'pdf'))
    .serve(reportsApi.get, ({ c, params: { id } }) =>
      read(c, (context) => getReport(context, { reportId: id })),
    )
}
