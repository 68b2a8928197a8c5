import { routes } from '@stockcast/contract'
import { api } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { saveFile } from '../../ui/browser/save-file.ts'
import { failureOf } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'

const exports = { csv: routes.scorecardCsv(), json: routes.scorecardJson() }

/** Saves the stockouts and alerts as a table, or all data behind the scorecard. */
export function useExportScorecard(lastDay: string) {
  return useMutation({
    mutationFn: (ending: keyof typeof exports) => api.download(exports[ending]),
    onSuccess: (file, ending) => saveFile(file, `scorecard-${lastDay}.${ending}`),
    onError: (error) => notifyFailure(failureOf('export_scorecard', error)),
  })
}
