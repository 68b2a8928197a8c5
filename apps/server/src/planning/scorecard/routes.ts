import { scorecardApi } from '@stockcast/contract'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { saveServiceLevel } from '../settings/save-settings.ts'
import { exportInputs, exportTable } from './export-scorecard.ts'
import { getScorecard } from './get-scorecard.ts'

export function createScorecardRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .run(scorecardApi.get, getScorecard)
    .run(scorecardApi.saveSensitivity, async (context, wanted) => {
      // The scorecard has figures for each level already.
      await saveServiceLevel(context, wanted)
      return wanted
    })
    .run(scorecardApi.exportJson, exportInputs)
    .run(scorecardApi.exportCsv, exportTable)
}
