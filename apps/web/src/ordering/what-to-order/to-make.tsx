import { Box } from '@mantine/core'
import type { ToMake as Assembly } from '@stockcast/contract'
import { formatDay } from '../../ui/format/days.ts'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { ProductName } from '../../ui/product-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'

const getColumns = (today: string): Column<Assembly>[] => [
  {
    head: 'Product',
    narrow: 'wide',
    cell: (row) => <ProductName {...row} />,
    note: ({ makeDays }) => `${formatCount(makeDays, 'day')} to make`,
  },
  { head: 'Make', align: 'right', cell: ({ units }) => formatUnits(units) },
  {
    head: 'Begin by',
    align: 'right',
    cell: ({ makeBy }) => (makeBy <= today ? 'Today' : formatDay(makeBy)),
  },
  {
    head: 'Parts are enough for',
    label: 'Parts for',
    align: 'right',
    cell: ({ canMake }) => (canMake === null ? '∞' : formatUnits(canMake)),
    note: ({ canMake, units, limitedBy }) =>
      canMake !== null &&
      canMake < units &&
      limitedBy && { text: `short of ${limitedBy.title}`, tone: 'warning' },
  },
]

/** Lists what is to be made of other products, which no supplier sells; nothing in a shop that makes nothing. */
export function ToMake({
  rows,
  today,
  isShop,
}: {
  rows: readonly Assembly[]
  today: string
  /** Whether to say that the rest of the list is a location's. */
  isShop: boolean
}) {
  if (rows.length === 0) return null
  return (
    <Box component="section" mb={28} aria-labelledby="to-make">
      <SectionHeader
        id="to-make"
        title="To make"
        note={`These are put together of your own products${isShop ? ', for the whole shop' : ''}.`}
      />
      <DataTable
        label="To make"
        columns={getColumns(today)}
        rows={rows}
        getKey={({ variantId }) => variantId}
      />
    </Box>
  )
}
