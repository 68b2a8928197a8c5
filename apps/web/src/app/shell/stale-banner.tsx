import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { formatElapsed, formatTimeOrDay } from '../../format/days.ts'
import { failureOf } from '../../messages/error-messages.ts'
import { notifyFailure } from '../../messages/notify.tsx'
import { useSession } from '../../session/use-session.ts'
import { Banner } from '../../theme/banner.tsx'

/** Over 30 minutes without news from the store; alerts rest meanwhile. */
export function StaleBanner() {
  const { merchant, freshness, now } = useSession()
  const queryClient = useQueryClient()
  const sync = useMutation({
    mutationFn: () => callFunction('shopify-sync-inventory', { merchant_id: merchant.id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.sync }),
    onError: (error) => notifyFailure(failureOf('sync', error)),
  })
  if (!merchant.isConnected || !freshness.isStale || freshness.stockAsOf === null) return null
  return (
    <Banner
      tone="warning"
      icon={<IconCloudOff size={18} stroke={1.75} aria-hidden />}
      title={`Data from ${formatTimeOrDay(freshness.stockAsOf, now, merchant.timeZone)}`}
      action={
        <Button size="xs" onClick={() => sync.mutate()} loading={sync.isPending}>
          Sync now
        </Button>
      }
    >
      Shopify has not answered for {formatElapsed(freshness.stockAsOf, now)}. No alerts are sent on old data.
    </Banner>
  )
}
