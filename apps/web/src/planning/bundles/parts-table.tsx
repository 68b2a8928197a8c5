import { type BundlePart, NO_SALES_DAYS } from '@stockcast/contract'
import { coverWords } from '../../ui/format/cover.ts'
import { formatUnits } from '../../ui/format/numbers.ts'
import { ProductName } from '../../ui/product-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'

const columns: readonly Column<BundlePart>[] = [
  {
    head: 'Part',
    narrow: 'wide',
    cell: (part) => (part.isDeleted ? part.title : <ProductName {...part} />),
    note: ({ isDeleted, sku }) => (isDeleted ? { text: 'deleted in your store', tone: 'critical' } : sku),
  },
  { head: 'Per bundle', align: 'right', cell: ({ quantity }) => formatUnits(quantity) },
  {
    head: 'In stock',
    align: 'right',
    cell: ({ available, isTracked }) =>
      available === null ? (isTracked ? '–' : 'not tracked') : formatUnits(available),
  },
  {
    head: 'Enough for',
    align: 'right',
    cell: ({ isDeleted, enoughFor }) => (isDeleted ? '–' : enoughFor === null ? '∞' : formatUnits(enoughFor)),
  },
  { head: 'Days left', align: 'right', cell: ({ daysUntilStockout }) => daysWords(daysUntilStockout) },
]

/** Lists the parts of a bundle with their stock. */
export function PartsTable({ parts }: { parts: readonly BundlePart[] }) {
  return (
    <DataTable
      label="Parts of this bundle"
      columns={columns}
      rows={parts}
      getKey={({ variantId }) => variantId}
    />
  )
}

export const daysWords = (days: number | null) =>
  days === null ? '–' : days >= NO_SALES_DAYS ? '∞' : coverWords(days)
