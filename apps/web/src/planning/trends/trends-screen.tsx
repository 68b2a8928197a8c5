import { Box, SegmentedControl, Skeleton } from '@mantine/core'
import { FORECAST_HORIZONS, type ShopEvent, type TrendPeriod, type Trends } from '@stockcast/contract'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { trendsQuery } from '../../api/queries.ts'
import { CalendarKey } from '../../charts/fan/calendar-key.tsx'
import { DemandKey } from '../../charts/fan/demand-key.tsx'
import { LazyFanChart } from '../../charts/lazy-charts.tsx'
import { HatchPattern } from '../../charts/shared/hatch.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatDayRange } from '../../ui/format/days.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { sharedTexts } from '../../ui/messages/shared-texts.ts'
import { PageHeader, PendingSubtitle } from '../../ui/page-header.tsx'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { CalendarSection } from '../calendar/calendar-section.tsx'
import { spansWithin } from '../calendar/calendar-spans.ts'
import { toHorizon } from '../product/horizon.ts'
import { ProductRanking } from './product-ranking.tsx'
import { daysOfCover, expectedLostSales, stockouts, unitsSold } from './trend-metrics.ts'
import { TrendSection } from './trend-section.tsx'
import { TrendStats } from './trend-stats.tsx'
import { isUnknown, knownHistory } from './trend-words.ts'
import classes from './trends.module.css'

const route = getRouteApi('/signed-in/shell/trends')

export function TrendsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const period = toHorizon(search.period)
  const { variantId } = search
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    trendsQuery({ period, ...(variantId === undefined ? {} : { variantId }) }),
  )
  const isMissing = error instanceof ApiError && error.status === 404

  return (
    <>
      <title>Trends · Stockcast</title>
      <HatchPattern />
      <PageHeader
        title="Trends"
        subtitle={data && !isMissing ? <Scope trends={data} /> : !error && <PendingSubtitle />}
        actions={
          <SegmentedControl
            aria-label="Days back and ahead"
            value={String(period)}
            onChange={(value) =>
              void navigate({
                search: (before) => ({ ...before, period: Number(value) as TrendPeriod, page: undefined }),
                replace: true,
                resetScroll: false,
              })
            }
            data={FORECAST_HORIZONS.map((days) => ({ value: String(days), label: `${days} days` }))}
          />
        }
      />
      {isMissing && <MissingProduct />}
      {error && !isMissing && (
        <Box mb={44}>
          <ErrorState {...getFailure('load_trends', error)} retry={{ refetch, isFetching }} />
        </Box>
      )}
      {!data && !error && <TrendsSkeleton />}
      {data && !isMissing && (
        <div aria-busy={isPlaceholderData} className={classes.shown}>
          <TrendStats trends={data} />
          <div className={classes.charts}>
            {[unitsSold, daysOfCover, stockouts, expectedLostSales].map((getMetric) => {
              const metric = getMetric(data)
              return <TrendSection key={metric.id} metric={metric} trends={data} />
            })}
          </div>
        </div>
      )}
      {data && !isMissing && <ShopCalendar variant={data.variant} />}
      <ProductRanking period={period} />
    </>
  )
}

/**
 * Says whose trends these are and over which days; for one product, links to the whole shop and to its
 * page.
 */
function Scope({ trends }: { trends: Trends }) {
  const { variant, history, ahead, today } = trends
  const first = history[0]?.day ?? today
  const days = formatDayRange(first, ahead.at(-1)?.day ?? today)
  if (variant === null) return <>Whole shop, {days}.</>
  return (
    <>
      <b className={classes.product}>{variant.title}</b>
      {variant.sku !== null && ` ${variant.sku}`}, {days}.{' '}
      <Link to="/trends" search={{ period: trends.period }} className={classes.link}>
        Whole shop
      </Link>
      {' · '}
      <Link
        to="/products/$variantId"
        params={{ variantId: String(variant.variantId) }}
        className={classes.link}
      >
        Open product
      </Link>
    </>
  )
}

function MissingProduct() {
  return (
    <EmptyState
      icon={IconSearch}
      title="This product is not in your store"
      hint={sharedTexts.productGone}
      action={
        <ButtonLink size="xs" to="/trends" search={{}}>
          Whole shop
        </ButtonLink>
      }
    />
  )
}

/** Shows the layout of figures and charts before their first answer. */
function TrendsSkeleton() {
  return (
    <Loading label="Loading trends...">
      <StatStripSkeleton count={4} />
      <div className={classes.charts}>
        {['units', 'cover', 'stockouts', 'value'].map((chart) => (
          <Skeleton key={chart} h={330} mb={44} />
        ))}
      </div>
    </Loading>
  )
}

const PERIOD = 90

/** Shows the calendar of the shop, or of one product, with its closings and sales on the days around today. */
function ShopCalendar({ variant }: { variant: Trends['variant'] }) {
  return (
    <CalendarSection variant={variant} picture={(events) => <Picture variant={variant} events={events} />} />
  )
}

function Picture({ variant, events }: { variant: Trends['variant']; events: readonly ShopEvent[] }) {
  const { data } = useQuery(trendsQuery({ period: PERIOD, ...(variant && { variantId: variant.variantId }) }))
  if (!data) return <Skeleton h={140} className="appear-late" />
  if (isUnknown(data)) return null
  const forecast = data.ahead.flatMap(({ day, unitsSold }) => (unitsSold ? [{ day, ...unitsSold }] : []))
  const history = knownHistory(data)
  const from = history[0]?.day ?? data.today
  const spans = spansWithin(events, { from, to: forecast.at(-1)?.day ?? data.today })
  return (
    <Box mb={12}>
      <LazyFanChart
        today={data.today}
        history={history.map(({ day, unitsSold }) => ({ day, unitsSold }))}
        forecast={forecast}
        spans={spans}
        historyAs="line"
        isWholeHistory
        finding={`Units sold a day with closings and promotions: ${spans.length} within ${PERIOD} days of today`}
        height={140}
      />
      <DemandKey historyAs="line" hasForecast={forecast.length > 0}>
        <CalendarKey spans={spans} />
      </DemandKey>
    </Box>
  )
}
