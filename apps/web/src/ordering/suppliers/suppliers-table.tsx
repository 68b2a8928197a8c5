import type { SupplierRow } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { formatUnits } from '../../ui/format/numbers.ts'
import list from '../../ui/table/data-table.module.css'
import { TableHead } from '../../ui/table/table-head.tsx'
import { leadTimeNote, leadTimeWords } from '../lead-time-words.ts'
import { lateWords, ratioWords, reviewWords } from '../supplier-words.ts'

export function SuppliersTable({ rows, isBusy }: { rows: readonly SupplierRow[]; isBusy: boolean }) {
  return (
    <table className={list.table} aria-label="Suppliers" aria-busy={isBusy}>
      <thead>
        <tr>
          <TableHead>Supplier</TableHead>
          <TableHead>Lead time</TableHead>
          <TableHead align="right">On time</TableHead>
          <TableHead align="right">Delivered in full</TableHead>
          <TableHead align="right">Open orders</TableHead>
          <TableHead align="right">Products</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row }: { row: SupplierRow }) {
  const { score, leadTime, currency } = row
  return (
    <tr>
      <td data-wide>
        <Link to="/order/suppliers/$supplierId" params={{ supplierId: String(row.id) }} className={list.name}>
          {row.name}
        </Link>
        <span className={list.note}>
          {row.archivedAt === null ? `order ${reviewWords(row.review)}, in ${currency}` : 'archived'}
        </span>
      </td>
      <td data-wide>
        {leadTimeWords(leadTime)}
        <span className={list.note}>{leadTimeNote(leadTime)}</span>
      </td>
      <td data-align="right" data-label="On time">
        {ratioWords(score.onTimeRatio)}
        {score.lateUnits > 0 && (
          <span className={list.note} data-tone="warning">{`late: ${lateWords(score, currency)}`}</span>
        )}
      </td>
      <td data-align="right" data-label="In full">
        {ratioWords(score.fillRatio)}
      </td>
      <td data-align="right" data-label="Open orders">
        {formatUnits(row.openOrders)}
        {row.finishedOrders > 0 && (
          <span className={list.note}>{formatUnits(row.finishedOrders)} finished</span>
        )}
      </td>
      <td data-align="right" data-label="Products">
        {formatUnits(row.items)}
      </td>
    </tr>
  )
}
