import { type GroupFilter, type TrendProductQuery, trendsApi } from '@stockcast/contract'
import { download } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { saveFile } from '../../ui/browser/save-file.ts'
import { dayOfInstant } from '../../ui/format/days.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'

type Asked = Pick<TrendProductQuery, 'period' | 'search' | 'sort' | 'order' | keyof GroupFilter> & {
  today: string | undefined
}

/** Saves the whole ranking, as searched and sorted, as `trends-{period}-days-{date}.csv`. */
export function useExportRanking() {
  const { merchant, now } = useSession()
  return useMutation({
    mutationFn: ({ today: _, ...query }: Asked) => download(trendsApi.exportProducts, { query }),
    onSuccess: (file, { period, today }) =>
      saveFile(file, `trends-${period}-days-${today ?? dayOfInstant(now, merchant.timeZone)}.csv`),
    onError: (error) => notifyFailure(getFailure('export_trends', error)),
  })
}
