import { Skeleton } from '@mantine/core'
import type { Dashboard } from '@stockcast/contract'
import { IconBell, IconChartLine } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useSession } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/states.tsx'
import classes from './dashboard.module.css'
import RecentAlerts from './recent-alerts.tsx'

// Loaded during a first sync only.
const SyncProgress = lazy(() =>
  import('../../store/onboarding/sync-progress.tsx').then((m) => ({ default: m.SyncProgress })),
)

/**
 * Shows the progress of the first sync (S-07) and the alerts so far. Data without a store has no sync; its forecasts
 * appear by themselves.
 */
export default function BeforeForecasts({ dashboard }: { dashboard: Dashboard }) {
  const { merchant, connection } = useSession()
  if (merchant.shopDomain === null) return <RecentAlerts alerts={dashboard.recentAlerts} />
  return (
    <>
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
      <RecentAlerts alerts={dashboard.recentAlerts} notKnown={noAlertsYet(dashboard)} />
    </>
  )
}

/** Says what alerts wait for; nothing if there is no product that could raise one. */
function noAlertsYet({ lowStock, products }: Dashboard) {
  if (lowStock !== null && products.total === 0) return
  const hint =
    lowStock === null
      ? 'Your stock is still being read. Alerts appear here once it is known.'
      : 'Your first forecasts are being calculated. Alerts appear here once they are done.'
  return <EmptyState icon={IconBell} title="No alerts yet" hint={hint} />
}
