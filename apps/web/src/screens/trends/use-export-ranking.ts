import { routes, type TrendProductQuery } from '@stockcast/contract'
import { api } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { saveFile } from '../../app/browser/save-file.ts'
import { dayOfInstant } from '../../format/days.ts'
import { failureOf } from '../../messages/error-messages.ts'
import { notifyFailure } from '../../messages/notify.tsx'
import { useSession } from '../../session/use-session.ts'

type Asked = Pick<TrendProductQuery, 'period' | 'search' | 'abc' | 'xyz' | 'sort' | 'order'> & {
  today: string | undefined
}

/** Saves the whole ranking, as searched and sorted, as `trends-{period}-days-{date}.csv`. */
export function useExportRanking() {
  const { merchant, now } = useSession()
  return useMutation({
    mutationFn: ({ today: _, ...query }: Asked) => api.download(routes.trendProductsCsv(), query),
    onSuccess: (file, { period, today }) =>
      saveFile(file, `trends-${period}-days-${today ?? dayOfInstant(now, merchant.timeZone)}.csv`),
    onError: (error) => notifyFailure(failureOf('export_trends', error)),
  })
}
