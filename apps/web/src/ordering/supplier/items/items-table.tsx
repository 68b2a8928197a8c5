import type { SupplierVariantRow } from '@stockcast/contract'
import { formatDayCount, formatUnits } from '../../../ui/format/numbers.ts'
import list from '../../../ui/table/data-table.module.css'
import { TableHead } from '../../../ui/table/table-head.tsx'
import { formatUnitCost } from '../../money.ts'
import classes from './items.module.css'

interface ItemsTableProps {
  rows: readonly SupplierVariantRow[]
  isBusy: boolean
  onOpen: (item: SupplierVariantRow) => void
}

export function ItemsTable({ rows, isBusy, onOpen }: ItemsTableProps) {
  return (
    <table className={list.table} aria-label="Products of the supplier" aria-busy={isBusy}>
      <thead>
        <tr>
          <TableHead>Product</TableHead>
          <TableHead align="right">Unit cost</TableHead>
          <TableHead align="right">Pack</TableHead>
          <TableHead align="right">Order</TableHead>
          <TableHead align="right">Lead time</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.variantId}>
            <td data-wide>
              <button
                type="button"
                className={classes.open}
                aria-haspopup="dialog"
                onClick={() => onOpen(row)}
              >
                {row.title}
              </button>
              <span className={list.note}>{getNote(row)}</span>
            </td>
            <td data-align="right" data-label="Cost">
              <span className={row.unitCostMinor === null ? list.unknown : undefined}>
                {formatUnitCost(row.unitCostMinor, row.currency)}
              </span>
              {row.priceBreaks.map(({ fromUnits, unitCostMinor }) => (
                <span key={fromUnits} className={list.note}>
                  {formatUnitCost(unitCostMinor, row.currency)} from {formatUnits(fromUnits)}
                </span>
              ))}
            </td>
            <td data-align="right" data-label="Pack">
              {formatUnits(row.packSize)}
            </td>
            <td
              data-align="right"
              data-label="Order"
              data-desktop={(row.minimumUnits === null && row.maximumUnits === null) || undefined}
            >
              {getRange(row)}
            </td>
            <td
              data-align="right"
              data-label="Lead time"
              data-desktop={row.leadTimeDays === null || undefined}
            >
              {row.leadTimeDays === null ? '–' : formatDayCount(row.leadTimeDays)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function getNote({ sku, supplierSku, rank }: SupplierVariantRow): string {
  return [
    ...(sku === null ? [] : [sku]),
    ...(supplierSku === null ? [] : [`their ${supplierSku}`]),
    rank === 1 ? 'preferred' : `choice ${rank}`,
  ].join(', ')
}

function getRange({ minimumUnits, maximumUnits }: SupplierVariantRow): string {
  if (minimumUnits === null && maximumUnits === null) return '–'
  if (maximumUnits === null) return `from ${formatUnits(minimumUnits ?? 1)}`
  return minimumUnits === null
    ? `up to ${formatUnits(maximumUnits)}`
    : `${formatUnits(minimumUnits)} to ${formatUnits(maximumUnits)}`
}
