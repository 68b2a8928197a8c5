import { scorecardApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { saveServiceLevel } from '../settings/save-settings.ts'
import { exportInputs, exportTable } from './export-scorecard.ts'
import { getScorecard } from './get-scorecard.ts'

export function createScorecardRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  return createApi()
    .serve(scorecardApi.get, ({ c }) => run(c, getScorecard))
    .serve(scorecardApi.saveSensitivity, async ({ c, body }) => {
      // The scorecard has figures for each level already.
      await run(c, (context) => saveServiceLevel(context, body))
      return body
    })
    .serve(scorecardApi.exportJson, ({ c }) => run(c, exportInputs))
    .serve(scorecardApi.exportCsv, ({ c }) => run(c, exportTable))
}
