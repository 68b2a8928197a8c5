import type { SupplierVariantRow } from '@stockcast/contract'
import { formatDayCount, formatUnits } from '../../../ui/format/numbers.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { Amount } from '../../amount.tsx'
import { formatUnitCost } from '../../money.ts'
import classes from './items.module.css'

interface ItemsTableProps {
  rows: readonly SupplierVariantRow[]
  isBusy: boolean
  onOpen: (item: SupplierVariantRow) => void
}

export function ItemsTable({ rows, isBusy, onOpen }: ItemsTableProps) {
  const columns: Column<SupplierVariantRow>[] = [
    {
      head: 'Product',
      narrow: 'wide',
      cell: (row) => (
        <button type="button" className={classes.open} aria-haspopup="dialog" onClick={() => onOpen(row)}>
          {row.title}
        </button>
      ),
      note: getNote,
    },
    {
      head: 'Unit cost',
      label: 'Cost',
      align: 'right',
      className: classes.cost,
      cell: ({ unitCostMinor, storeCostMinor, currency }) => (
        <Amount minor={unitCostMinor ?? storeCostMinor} currency={currency} />
      ),
      note: ({ priceBreaks, storeCostMinor, currency }) =>
        storeCostMinor === null
          ? priceBreaks.map(
              (each) => `${formatUnitCost(each.unitCostMinor, currency)} from ${formatUnits(each.fromUnits)}`,
            )
          : 'from your store',
    },
    { head: 'Pack', align: 'right', cell: ({ packSize }) => formatUnits(packSize) },
    { head: 'Per order', align: 'right', cell: getRange },
    {
      head: 'Lead time',
      align: 'right',
      cell: ({ leadTimeDays }) => (leadTimeDays === null ? null : formatDayCount(leadTimeDays)),
    },
  ]
  return (
    <DataTable
      label="Products of the supplier"
      columns={columns}
      rows={rows}
      getKey={({ variantId }) => variantId}
      isBusy={isBusy}
    />
  )
}

function getNote({ sku, supplierSku, rank }: SupplierVariantRow): string[] {
  const choice = rank === 1 ? 'preferred' : `choice ${rank}`
  return [
    ...(sku === null ? [] : [sku]),
    supplierSku === null ? choice : `their SKU ${supplierSku}, ${choice}`,
  ]
}

function getRange({ minimumUnits, maximumUnits }: SupplierVariantRow): string | null {
  if (minimumUnits === null && maximumUnits === null) return null
  if (maximumUnits === null) return `from ${formatUnits(minimumUnits ?? 1)}`
  return minimumUnits === null
    ? `up to ${formatUnits(maximumUnits)}`
    : `${formatUnits(minimumUnits)} to ${formatUnits(maximumUnits)}`
}
