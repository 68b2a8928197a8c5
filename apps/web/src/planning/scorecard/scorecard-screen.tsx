import { Button } from '@mantine/core'
import { type Scorecard, scorecardApi } from '@stockcast/contract'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { download } from '../../api/client.ts'
import { scorecardQuery } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { saveFile } from '../../ui/browser/save-file.ts'
import { formatDayRange } from '../../ui/format/days.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { LiveSection } from './live-section.tsx'
import { ScorecardSkeleton } from './scorecard-skeleton.tsx'
import { SimulationSection } from './simulation-section.tsx'

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
