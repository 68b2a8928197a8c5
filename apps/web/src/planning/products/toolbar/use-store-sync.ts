import { POST_SYNC_RELOAD_MS, type SyncRun, syncApi } from '@stockcast/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { syncQuery } from '../../../api/queries.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { useSession } from '../../../session/use-session.ts'
import { getFailure } from '../../../ui/messages/error-messages.ts'
import { notifyFailure, tellFailure } from '../../../ui/messages/notify.tsx'

/** Starts a sync, follows it to its end and reloads everything 3 s later (T-05). */
export function useStoreSync() {
  const { id } = useSession().merchant
  const queryClient = useQueryClient()
  const [runId, setRunId] = useState<number | null>(null)
  const { data } = useQuery({ ...syncQuery(), enabled: runId !== null })
  const run = runId !== null && data?.run?.id === runId ? data.run : null
  const outcome = run === null || run.status === 'running' ? null : run

  const start = useMutation({
    mutationFn: () => call(syncApi.start, { body: { merchant_id: id } }),
    onSuccess: async ({ syncRunId }) => {
      setRunId(syncRunId)
      await queryClient.invalidateQueries({ queryKey: syncQuery().queryKey })
    },
    onError: tellFailure('sync'),
  })

  useEffect(() => {
    if (outcome === null) return
    if (outcome.status === 'failed') {
      notifyFailure(getFailure('sync', failureOfRun(outcome)))
      setRunId(null)
      return
    }
    const timer = setTimeout(() => {
      setRunId(null)
      void queryClient.invalidateQueries()
    }, POST_SYNC_RELOAD_MS)
    return () => clearTimeout(timer)
  }, [outcome, queryClient])

  return { start: () => start.mutate(), isRunning: start.isPending || (runId !== null && outcome === null) }
}

function failureOfRun({ message }: SyncRun): ApiError {
  return new ApiError({
    code: 'upstream_failed',
    message: message ?? 'Shopify did not answer. Your last numbers stay as they are.',
    status: 502,
  })
}
