import { NO_SALES_DAYS, type ProductDetail } from '@stockcast/contract'
import { useDraftTransfers } from '../../ordering/transfers/use-transfer-actions.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import {
  formatAverage,
  formatDayCount,
  formatProbability,
  formatShare,
  formatUnits,
} from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import list from '../../ui/table/data-table.module.css'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import classes from './product.module.css'

const columns: readonly Column<ProductDetail['locations'][number]>[] = [
  {
    head: 'Location',
    cell: ({ name, status }) => (
      <>
        <span className={list.name}>{name}</span>
        {status && (
          <span className={list.note}>
            <StatusMark status={status} />
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Stock',
    align: 'right',
    cell: ({ available }) => formatUnits(available),
    note: ({ incoming, leaving }) => [
      incoming > 0 && `${formatUnits(incoming)} on the way`,
      leaving > 0 && `${formatUnits(leaving)} shipped from here`,
    ],
  },
  {
    head: 'Avg Daily Sales',
    align: 'right',
    cell: ({ averageDailySales }) =>
      averageDailySales === null ? 'unknown' : formatAverage(averageDailySales),
    note: ({ share }) => share !== null && `${formatShare(share)} of the forecast`,
  },
  { head: 'Days left', align: 'right', cell: ({ daysUntilStockout }) => daysWords(daysUntilStockout) },
]

/** Shows stock, sales and days by location, and what to move before anything is bought. A shop with one location has none of it. */
export function LocationsSection({ detail }: { detail: ProductDetail }) {
  const { locations, transfers, row } = detail
  const drafts = useDraftTransfers()
  if (locations.length < 2) return null
  const draft = () =>
    drafts.mutate({
      lines: transfers.map(({ from, to, units }) => ({
        variantId: row.variantId,
        from: from.id,
        to: to.id,
        units,
      })),
    })
  return (
    <section aria-labelledby="locations">
      <SectionHeader
        id="locations"
        title="By location"
        aside={
          transfers.length > 0 && (
            <WriteButton loading={drafts.isPending} onClick={draft}>
              {transfers.length === 1 ? 'Draft transfer' : 'Draft transfers'}
            </WriteButton>
          )
        }
      />
      {transfers.map(({ from, to, units, days, stockoutBefore, stockoutAfter }) => (
        <p key={`${from.id}/${to.id}`} className={classes.move}>
          <b>
            Move {formatUnits(units)} from {from.name} to {to.name}
          </b>
          , arriving in {formatDayCount(days)}.{' '}
          {moveWords(to.name, formatProbability(stockoutBefore), formatProbability(stockoutAfter))}
        </p>
      ))}
      <DataTable label="Stock by location" columns={columns} rows={locations} getKey={({ id }) => id} />
    </section>
  )
}

/** Says what a move changes; moved units can sell even where the location runs out all the same. */
function moveWords(name: string, before: string, after: string): string {
  return before === after
    ? `${name} can sell them, but its risk of running out stays at ${after}.`
    : `The risk that ${name} runs out falls from ${before} to ${after}.`
}

function daysWords(days: number | null): string {
  if (days === null) return 'unknown'
  return days === NO_SALES_DAYS ? '∞' : formatUnits(days)
}
