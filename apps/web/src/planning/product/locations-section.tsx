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
import { TableHead } from '../../ui/table/table-head.tsx'
import classes from './product.module.css'

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
          , there in {formatDayCount(days)}: the risk that {to.name} runs out falls from{' '}
          {formatProbability(stockoutBefore)} to {formatProbability(stockoutAfter)}.
        </p>
      ))}
      <table className={list.table} aria-label="Stock by location">
        <thead>
          <tr>
            <TableHead>Location</TableHead>
            <TableHead align="right">Stock</TableHead>
            <TableHead align="right">Avg Daily Sales</TableHead>
            <TableHead align="right">Days left</TableHead>
          </tr>
        </thead>
        <tbody>
          {locations.map((location) => (
            <tr key={location.id}>
              <td>
                <span className={list.name}>{location.name}</span>
                {location.status && (
                  <span className={list.note}>
                    <StatusMark status={location.status} />
                  </span>
                )}
              </td>
              <td data-align="right" data-label="Stock">
                {formatUnits(location.available)}
                {location.incoming > 0 && (
                  <span className={list.note}>{formatUnits(location.incoming)} on the way</span>
                )}
              </td>
              <td data-align="right" data-label="Avg Daily Sales">
                {location.averageDailySales === null ? 'unknown' : formatAverage(location.averageDailySales)}
                {location.share !== null && (
                  <span className={list.note}>{formatShare(location.share)} of demand</span>
                )}
              </td>
              <td data-align="right" data-label="Days left">
                {daysWords(location.daysUntilStockout)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function daysWords(days: number | null): string {
  if (days === null) return 'unknown'
  return days === NO_SALES_DAYS ? '∞' : formatUnits(days)
}
