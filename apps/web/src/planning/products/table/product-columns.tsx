import { VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { ProductSort } from '@stockcast/contract'
import { useMemo } from 'react'
import table from '../../../ui/table/long-table.module.css'
import type { LongColumn } from '../../../ui/table/long-table.tsx'
import classes from './product-table.module.css'

const bar = `${table.bar} ${classes.bar}`
const long = { pending: <span className={bar} /> }
const short = { align: 'right', pending: <span className={bar} data-short /> } as const

/** The columns that can be hidden, in their order, with what stands in them while a row is loading; the product itself always shows. */
const columns = {
  status: { head: 'Status', ...long },
  sales: { head: 'Sales, 30 days', ...long },
  stock: { head: 'Current Stock', sort: 'stock', ...short },
  average: { head: 'Avg Daily Sales', sort: 'averageDailySales', ...short },
  days: { head: 'Days Until Stockout', sort: 'daysUntilStockout', ...short },
  orderBy: { head: 'Order by', sort: 'orderBy', ...long },
} satisfies Record<string, LongColumn<ProductSort>>

export type ProductColumn = keyof typeof columns
export const productColumns = Object.keys(columns) as ProductColumn[]

export const columnLabel = (column: ProductColumn): string => columns[column].head

/** Returns the heads of the columns that are shown. */
export const getHeads = (shown: ShownColumns): LongColumn<ProductSort>[] => [
  {
    head: 'Product',
    sort: 'title',
    className: classes.product,
    pending: (
      <>
        <span className="spoken">Loading</span>
        <span className={bar} />
        <span className={bar} data-short />
      </>
    ),
  },
  ...productColumns
    .filter((column) => shown.has(column))
    .map((column) => ({ className: classes[column], ...columns[column] })),
  {
    head: 'Actions',
    title: <VisuallyHidden>Actions</VisuallyHidden>,
    align: 'right',
    className: classes.menu,
    pending: null,
  },
]

/** Below this width a product is a block instead of a row; the style sheet has the same number. */
export const BLOCKS_UNDER = '66em'

/** Height of a row: two lines of a name and the SKU, with some space around them. */
export const ROW_REM = 3.75

/** Height of a block: two lines of a name, the SKU, the status, the stock, and two lines about the order. */
export const BLOCK_REM = 10.25

export type ShownColumns = ReadonlySet<ProductColumn>

const STORAGE_KEY = 'stockcast.product-columns'

/** Returns which columns show, as remembered by this browser. New columns show. */
export function useProductColumns(): {
  shown: ShownColumns
  toggle: (column: ProductColumn) => void
  hidden: readonly string[]
  hide: (columns: string[]) => void
} {
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: STORAGE_KEY,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readHidden,
  })
  const shown = useMemo(() => new Set(productColumns.filter((column) => !hidden.includes(column))), [hidden])
  return {
    shown,
    hidden,
    hide: setHidden,
    toggle: (column) =>
      setHidden((before) =>
        before.includes(column) ? before.filter((each) => each !== column) : [...before, column],
      ),
  }
}

/** Parses what is kept, which may come from another version of this page or be edited by hand. */
function readHidden(kept: string | undefined): string[] {
  try {
    const parsed: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(parsed) ? parsed.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
