import { Button } from '@mantine/core'
import { IconAlertCircle, IconCloudOff, IconPlugConnectedX } from '@tabler/icons-react'
import { useLastSync } from '../../accounts/billing/pick-banner.ts'
import { useSession } from '../../session/use-session.ts'
import { useRequestSync } from '../../store/connection/use-request-sync.ts'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatElapsed, formatTimeOrDay } from '../../ui/format/days.ts'
import { lostConnectionWords, lostStoreStep } from '../../ui/messages/connection-words.ts'
import { syncFailedTitle } from '../../ui/messages/error-messages.ts'
import { syncTrouble } from '../../ui/messages/sync-words.ts'

/**
 * Says what is wrong with the last sync and what happens next, with a button to try again once it has
 * stopped.
 */
export function SyncBanner() {
  const trouble = syncTrouble(useLastSync())
  const { request, isPending } = useRequestSync()
  if (trouble === null) return null
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

/** Says that the store has not answered for 30 minutes; no new alerts are raised meanwhile. */
export function StaleBanner() {
  const { merchant, freshness, now } = useSession()
  const run = useLastSync()
  const { request, isPending } = useRequestSync()
  const asOf = freshness.stockAsOf ?? now
  const trouble = syncTrouble(run)
  return (
    <Banner
      tone="warning"
      icon={<IconCloudOff size={18} stroke={1.75} aria-hidden />}
      title={`Data from ${formatTimeOrDay(asOf, now, merchant.timeZone)}`}
      action={
        <Button size="xs" onClick={request} loading={isPending || run?.status === 'running'}>
          {trouble?.isOver ? 'Try again' : 'Sync now'}
        </Button>
      }
    >
      {trouble?.sentence ?? `Shopify has not answered for ${formatElapsed(asOf, now)}.`} No alerts are sent on
      old data.
    </Banner>
  )
}

/** Says that the store withdrew access or removed the app, which data remains, and how to reconnect. */
export function ConnectionBanner() {
  const session = useSession()
  const step = lostStoreStep(session)
  if (step === null) return null
  const isRemoved = session.connection?.status === 'disconnected'
  return (
    <Banner
      tone="warning"
      icon={<IconPlugConnectedX size={18} stroke={1.75} aria-hidden />}
      title={isRemoved ? 'Store disconnected' : 'Reconnect your store'}
      action={
        <ButtonLink size="xs" to="/connect-shopify" search={step.search}>
          {step.action}
        </ButtonLink>
      }
    >
      {lostConnectionWords(session)}
    </Banner>
  )
}
