import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useBanner, useLastSync } from '../../accounts/billing/pick-banner.ts'
import { useRequestSync } from '../../store/connection/use-request-sync.ts'
import { Banner } from '../../ui/banner.tsx'
import { syncFailedTitle } from '../../ui/messages/error-messages.ts'
import { syncTrouble } from '../../ui/messages/sync-words.ts'

/**
 * Says what is wrong with the last sync and what happens next, with a button to try again once it has
 * stopped.
 */
export function SyncBanner() {
  const trouble = syncTrouble(useLastSync())
  const { request, isPending } = useRequestSync()
  if (useBanner() !== 'sync' || trouble === null) return null
  return (
    <Banner
      icon={<IconAlertCircle size={18} stroke={1.75} color="var(--stk-critical-fill)" aria-hidden />}
      title={trouble.isOver ? syncFailedTitle : 'The sync is waiting'}
      action={
        trouble.isOver && (
          <Button size="xs" onClick={request} loading={isPending}>
            Try again
          </Button>
        )
      }
    >
      {trouble.sentence}
    </Banner>
  )
}
