import {
  currencyOfRow,
  REPORT_KEPT_DAYS,
  type Report,
  type ReportFigures,
  reportFacts,
  reportsApi,
  writeFigure,
  writePeriod,
  writeSummary,
} from '@stockcast/contract'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formats } from '../../ui/format/country.ts'
import { PageHeader, PendingSubtitle } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { ScrollBox } from '../../ui/table/scroll-box.tsx'
import { DownloadButton } from '../download-button.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { reportQuery } from './reports-query.ts'

const route = getRouteApi('/signed-in/shell/reports/$reportId')

/** Rows that are drawn; the files have all of them. */
const SHOWN_ROWS = 500

/** Shows a report with the figures that were mailed. */
export function ReportScreen() {
  const id = Number(route.useParams().reportId)
  const { data, error, refetch, isFetching } = useQuery(reportQuery(id))
  const isMissing = error instanceof ApiError && error.status === 404
  const title = data ? reportFacts[data.kind].title : isMissing ? 'Report not found' : 'Report'
  return (
    <>
      <title>{`${title} · Stockcast`}</title>
      <PageHeader
        title={title}
        subtitle={data ? writePeriod(data, formats()) : !error && <PendingSubtitle />}
        actions={
          <>
            {!isMissing && <AllReports />}
            {data && <Downloads report={data} />}
          </>
        }
      />
      {isMissing && (
        <EmptyState
          icon={IconFileText}
          title="This report is not here"
          hint={`Reports are kept for ${REPORT_KEPT_DAYS} days.`}
          action={<AllReports />}
        />
      )}
      {error && !isMissing && (
        <ErrorState {...getOrderingFailure('load_reports', error)} retry={{ refetch, isFetching }} />
      )}
      {!data && !error && <Loading label="Loading the report..." h={168} />}
      {data && <Figures report={data} />}
    </>
  )
}

const AllReports = () => <ButtonLink to="/reports">All reports</ButtonLink>

function Downloads({ report: { id, kind, endsOn } }: { report: Report }) {
  return (['exportXlsx', 'exportPdf'] as const).map((name) => (
    <DownloadButton
      key={name}
      endpoint={reportsApi[name]}
      params={{ id }}
      fileName={`${kind.replace('_', '-')}-${endsOn}.${reportsApi[name].file}`}
    >
      {reportsApi[name].file.toUpperCase()}
    </DownloadButton>
  ))
}

function Figures({ report }: { report: Report }) {
  const { kind, figures } = report
  const shown = Math.min(figures.rows.length, SHOWN_ROWS)
  return (
    <>
      <p style={{ marginBlock: '1em' }}>{writeSummary(report, formats())}</p>
      {figures.count > 0 && (
        <ScrollBox label={reportFacts[kind].title}>
          <FigureTable figures={figures} title={reportFacts[kind].title} />
        </ScrollBox>
      )}
      {[
        ...figures.notes,
        ...(shown < figures.count ? [`The first ${formats().number(shown)} rows; the files have more.`] : []),
      ].map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
    </>
  )
}

function FigureTable({ figures, title }: { figures: ReportFigures; title: string }) {
  const columns = figures.columns.map(
    ({ head, kind }, index): Column<ReportFigures['rows'][number]> | false =>
      // Amounts are written with the sign of their currency.
      index !== figures.currencyColumn && {
        head,
        ...(kind !== 'text' && kind !== 'day' && { align: 'right' }),
        ...(index === 0 && { narrow: 'wide' }),
        cell: (row) =>
          writeFigure({ kind, value: row[index] ?? null, currency: currencyOfRow(figures, row) }, formats()),
      },
  )
  const ids = new Map(figures.rows.map((row, place) => [row, figures.ids[place]!]))
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={figures.rows.slice(0, SHOWN_ROWS)}
      getKey={(row) => ids.get(row)!}
    />
  )
}
