import { Skeleton } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useSession } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/states.tsx'
import classes from './dashboard.module.css'

// Loaded during a first sync only.
const SyncProgress = lazy(() =>
  import('../onboarding/sync-progress.tsx').then((m) => ({ default: m.SyncProgress })),
)

/**
 * Shows the progress of the first sync (S-07). Data without a store has none; its forecasts appear by
 * themselves.
 */
export function BeforeForecasts() {
  const { merchant, connection } = useSession()
  if (merchant.shopDomain === null) return null
  return (
    <div className={classes.before}>
      {connection ? (
        <Suspense fallback={<Skeleton h={320} className="appear-late" />}>
          <SyncProgress />
        </Suspense>
      ) : (
        <EmptyState
          icon={IconChartLine}
          title="Your first forecasts are being calculated"
          hint="They appear here by themselves, usually within a minute. You can leave this page."
        />
      )}
    </div>
  )
}
