import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'

/** The columns that can be hidden, in their order; the product itself always shows. */
export const productColumns = ['status', 'sales', 'stock', 'average', 'days', 'orderBy'] as const
export type ProductColumn = (typeof productColumns)[number]

export const productColumnLabels: Record<ProductColumn, string> = {
  status: 'Status',
  sales: 'Sales, 30 days',
  stock: 'Current Stock',
  average: 'Avg Daily Sales',
  days: 'Days Until Stockout',
  orderBy: 'Order by',
}

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
