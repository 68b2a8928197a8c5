import { Skeleton } from '@mantine/core'
import type { Dashboard } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useBanner } from '../../accounts/billing/pick-banner.ts'
import { dashboardQuery } from '../../api/queries.ts'
import { HatchPattern } from '../../charts/shared/hatch.tsx'
import { useSession } from '../../session/use-session.ts'
import { formatLongDay } from '../../ui/format/days.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { salesAndStockWords } from '../../ui/messages/freshness-words.ts'
import { PageHeader, PendingSubtitle } from '../../ui/page-header.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { WithTimes } from '../../ui/with-times.tsx'
import { AttentionSection } from './attention-section.tsx'
import classes from './dashboard.module.css'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { DemandSection } from './demand-section.tsx'
import { OverviewStats } from './overview-stats.tsx'
import { CancelledBanner, TrialBanner } from './trial-banner.tsx'

// Only somebody with sample data sees it.
const DemoBanner = lazy(() => import('../../accounts/demo/demo-banner.tsx'))
// Only a new merchant sees them.
const BeforeForecasts = lazy(() => import('./before-forecasts.tsx'))
const FirstDay = lazy(() => import('./first-day.tsx'))
const OrderingLines = lazy(() => import('./ordering-lines.tsx'))
// Below what a phone shows first.
const RecentAlerts = lazy(() => import('./recent-alerts.tsx'))

export function DashboardScreen() {
  const { data, error, refetch, isFetching } = useQuery(dashboardQuery())
  const isFirstDay = useSession().merchant.shopDomain === null
  return (
    <>
      <title>Inventory Dashboard · Stockcast</title>
      <PageHeader
        title="Inventory Dashboard"
        subtitle={data ? <AsOf dashboard={data} /> : !error && <PendingSubtitle />}
      />
      {useBanner() === 'demo' && (
        <Suspense>
          <DemoBanner products={data?.products.total} />
        </Suspense>
      )}
      <TrialBanner />
      <CancelledBanner />
      {isFirstDay && (
        <Suspense fallback={<Skeleton h={300} className="appear-late" />}>
          <FirstDay />
        </Suspense>
      )}
      {error && <ErrorState {...getFailure('load_dashboard', error)} retry={{ refetch, isFetching }} />}
      {data ? <Overview dashboard={data} /> : !error && <DashboardSkeleton isFirstDay={isFirstDay} />}
    </>
  )
}

function AsOf({ dashboard }: { dashboard: Dashboard }) {
  const session = useSession()
  const { today, stockAsOf } = dashboard
  const words = stockAsOf === null ? '' : salesAndStockWords(stockAsOf, session)
  return <WithTimes>{`${formatLongDay(today)}. ${words}`}</WithTimes>
}

/** Shows the progress towards the first forecast in place of the lists. */
function Overview({ dashboard }: { dashboard: Dashboard }) {
  if (dashboard.forecastAsOf === null) {
    return (
      <>
        <OverviewStats dashboard={dashboard} />
        <Suspense>
          <BeforeForecasts dashboard={dashboard} />
        </Suspense>
      </>
    )
  }
  return (
    <>
      <HatchPattern />
      <OverviewStats dashboard={dashboard} />
      <AttentionSection dashboard={dashboard} />
      <Suspense>
        <OrderingLines />
      </Suspense>
      <div className={classes.columns}>
        <DemandSection dashboard={dashboard} />
        <Suspense fallback={<Skeleton h={300} className="appear-late" />}>
          <RecentAlerts alerts={dashboard.recentAlerts} />
        </Suspense>
      </div>
    </>
  )
}
