import { Box } from '@mantine/core'
import {
  REPORT_KEPT_DAYS,
  REPORT_LINK_DAYS,
  type Reports,
  reportFacts,
  writePeriod,
} from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formats } from '../../ui/format/country.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { PageHeader, SectionHeader } from '../../ui/page-header.tsx'
import settings from '../../ui/settings/settings.module.css'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { ReportPanel } from './report-panel.tsx'
import { outcomeWords } from './report-words.ts'
import { reportsQuery } from './reports-query.ts'

/** Lets the owner have reports come by mail, and lists those of the last half year. */
export function ReportsScreen() {
  const { data, error, refetch, isFetching } = useQuery(reportsQuery())
  return (
    <>
      <title>Reports · Stockcast</title>
      <PageHeader
        title="Reports"
        subtitle={`Sent by email, with the figures and a link to a file. The link works for ${REPORT_LINK_DAYS} days.`}
      />
      {error && <ErrorState {...getOrderingFailure('load_reports', error)} retry={{ refetch, isFetching }} />}
      {!data && !error && <Loading label="Loading reports..." h={168} />}
      {data?.reports.map((report) => (
        <ReportPanel key={report.kind} report={report} reports={data} />
      ))}
      {data && data.past.length > 0 && <PastReports past={data.past} />}
    </>
  )
}

function PastReports({ past }: Pick<Reports, 'past'>) {
  return (
    <Box component="section" mt={12} aria-labelledby="past">
      <SectionHeader
        id="past"
        title="Reports so far"
        note={`With the figures as they were. They are kept for ${REPORT_KEPT_DAYS} days.`}
      />
      <ul className={settings.list}>
        {past.map(({ id, kind, outcome, rows, isAsked, ...period }) => (
          <li key={id}>
            {outcome === 'made' ? (
              <Link to="/reports/$reportId" params={{ reportId: String(id) }} className={settings.link}>
                {reportFacts[kind].title}, {writePeriod(period, formats())}
              </Link>
            ) : (
              `${reportFacts[kind].title}, ${writePeriod(period, formats())}`
            )}
            <p className="quiet">
              {outcome === 'made' ? formatCount(rows, ...reportFacts[kind].rows) : outcomeWords[outcome]}
              {isAsked && ', sent on request'}
            </p>
          </li>
        ))}
      </ul>
    </Box>
  )
}
