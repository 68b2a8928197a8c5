import { Button, Skeleton } from '@mantine/core'
import { type Scorecard, scorecardApi } from '@stockcast/contract'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { download } from '../../api/client.ts'
import { scorecardQuery } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { saveFile } from '../../ui/browser/save-file.ts'
import { formatDay, formatDayRange } from '../../ui/format/days.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { PageHeader, SectionHeader } from '../../ui/page-header.tsx'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { ScoreTable } from './score-table.tsx'
import classes from './scorecard.module.css'
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
  const { mutate, isPending, variables } = useExportScorecard(lastDay)
  return (
    <>
      <Button
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        loading={isPending && variables === 'csv'}
        onClick={() => mutate('csv')}
      >
        Export CSV
      </Button>
      <Button
        variant="subtle"
        mr={{ base: 0, sm: -18 }}
        loading={isPending && variables === 'json'}
        onClick={() => mutate('json')}
      >
        All data behind it
      </Button>
    </>
  )
}

const exports = { csv: scorecardApi.exportCsv, json: scorecardApi.exportJson }

/** Saves the stockouts and alerts as a table, or all data behind the scorecard. */
function useExportScorecard(lastDay: string) {
  return useMutation({
    mutationFn: (ending: keyof typeof exports) => download(exports[ending]),
    onSuccess: (file, ending) => saveFile(file, `scorecard-${lastDay}.${ending}`),
    onError: (error) => notifyFailure(getFailure('export_scorecard', error)),
  })
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
    <section className={classes.section} aria-labelledby="live-results">
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
    </section>
  )
}
