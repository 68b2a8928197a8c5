import type { SyncRun } from '@stockcast/contract'
import { syncTrouble } from '../messages/sync-words.ts'
import { ErrorState } from '../theme/states.tsx'
import { useRequestSync } from './use-request-sync.ts'

/** What is wrong with the last sync and what happens next, with a way to try again once it has given up. */
export function SyncTrouble({ run }: { run: SyncRun | null }) {
  const { request, isPending } = useRequestSync()
  const trouble = syncTrouble(run)
  if (trouble === null) return null
  return (
    <ErrorState
      title={trouble.isOver ? 'Sync Failed' : 'The sync waits'}
      message={trouble.sentence}
      {...(trouble.isOver ? { onRetry: request, isRetrying: isPending } : {})}
    />
  )
}
