import { Box, Skeleton } from '@mantine/core'
import { type Scorecard, scorecardApi } from '@stockcast/contract'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { scorecardQuery } from '../../api/queries.ts'
import { DownloadButton } from '../../ordering/download-button.tsx'
import { ConnectStoreFirst } from '../../store/connection/connect-store.tsx'
import { formatDay, formatDayRange } from '../../ui/format/days.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { PageHeader, SectionHeader } from '../../ui/page-header.tsx'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { ScoreTable } from './score-table.tsx'
import { getFigures } from './scorecard-figures.ts'
import { summaryWords } from './scorecard-words.ts'
import { SimulationSection } from './simulation-section.tsx'
import { StockoutList } from './stockout-list.tsx'

export function ScorecardScreen() {
  const { data, error, refetch, isFetching } = useQuery(scorecardQuery())
  return (
    <>
      <title>Alert Scorecard · Stockcast</title>
      <PageHeader
        title="Alert Scorecard"
        subtitle={data ? getScope(data) : 'How well your alerts predict stockouts.'}
        actions={data?.simulation && <Exports lastDay={data.simulation.lastDay} />}
      />
      {error && <ErrorState {...getFailure('load_scorecard', error)} retry={{ refetch, isFetching }} />}
      {!data && !error && <ScorecardSkeleton />}
      {data && !data.simulation && (
        <EmptyState
          icon={IconHistory}
          title="The scorecard comes with your first forecasts"
          hint="It goes through the last 90 days with only what was known each morning, and counts the stockouts that alerts would have warned you about."
          action={<ConnectStoreFirst />}
        />
      )}
      {data?.simulation && (
        <>
          <SimulationSection simulation={data.simulation} serviceLevel={data.serviceLevel} />
          <LiveSection live={data.live} />
        </>
      )}
    </>
  )
}

function getScope({ simulation }: Scorecard): string {
  if (!simulation) return 'How well your alerts predict stockouts.'
  const days = formatDayRange(simulation.firstDay, simulation.lastDay)
  return `${days}, simulated for ${formatCount(simulation.products, 'product')} with only what was known each morning.`
}

function Exports({ lastDay }: { lastDay: string }) {
  const fail = (error: unknown) => getFailure('export_scorecard', error)
  return (
    <>
      <DownloadButton
        endpoint={scorecardApi.exportCsv}
        fileName={`scorecard-${lastDay}.csv`}
        getFailure={fail}
      >
        Export CSV
      </DownloadButton>
      <DownloadButton
        endpoint={scorecardApi.exportJson}
        fileName={`scorecard-${lastDay}.json`}
        getFailure={fail}
      >
        Export JSON
      </DownloadButton>
    </>
  )
}

/** Shows the layout of the scorecard before its first answer. */
function ScorecardSkeleton() {
  return (
    <Loading label="Loading the scorecard...">
      <Skeleton h={112} radius="md" mb={24} />
      <Skeleton h={28} w="60%" mb={24} />
      <StatStripSkeleton count={4} />
      <Skeleton h={150} mb={44} />
      <Skeleton h={220} />
    </Loading>
  )
}

/** Shows how the alerts that were sent turned out; updated once a week. */
function LiveSection({ live }: { live: Scorecard['live'] }) {
  const figures = live && getFigures(live.score)
  return (
    <Box component="section" mt={44} aria-labelledby="live-results">
      <SectionHeader
        id="live-results"
        title="Live results"
        note={
          live && figures
            ? `Alerts since ${formatDay(live.firstDay)}, updated every week. ${summaryWords(figures)}`
            : 'From now on, this shows once a week how your alerts turned out.'
        }
      />
      {live && figures && (figures.stockouts > 0 || figures.alerts > 0) && (
        <>
          <OutcomeChart card={live} label={summaryWords(figures)} />
          <ScoreTable rules={[{ name: 'Your alerts', figures }]} />
          <StockoutList stockouts={live.stockouts} warningDays={live.score.warningDays} />
        </>
      )}
    </Box>
  )
}
