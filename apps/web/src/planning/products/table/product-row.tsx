import type { ProductRow as Row } from '@stockcast/contract'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { Sparkline } from '../../../charts/sparkline.tsx'
import type { ActionProduct } from '../../../ordering/actions/product.ts'
import { Changing } from '../../../ui/changing.tsx'
import { formatAverage, formatUnits } from '../../../ui/format/numbers.ts'
import { saleStatusLabels } from '../../../ui/messages/labels.ts'
import {
  daysNote,
  daysWords,
  notInStoreWords,
  orderByWords,
  recommendationWords,
} from '../../../ui/messages/stock-words.ts'
import { StatusMark } from '../../../ui/status-mark.tsx'
import table from '../../../ui/table/long-table.module.css'
import { LongRow } from '../../../ui/table/long-table.tsx'
import { type ProductColumn, productColumns, type ShownColumns } from './product-columns.tsx'
import content from './product-row.module.css'
import classes from './product-table.module.css'
import { RowMenu } from './row-menu.tsx'

interface ProductRowProps {
  /** Index in the whole list, from 0; the row of heads does not count. */
  index: number
  row: Row
  today: string
  columns: ShownColumns
  onForecast: (variantId: number) => void
  onOrder: (product: ActionProduct) => void
}

export const ProductRow = memo(
  function ProductRow({ index, row, today, columns, onForecast, onOrder }: ProductRowProps) {
    return (
      <LongRow index={index}>
        <td className={classes.product}>
          <ProductLink row={row} className={`${table.name} plainLink`} />
          <Sku row={row} />
        </td>
        {productColumns.map((column) => {
          const Cell = cells[column]
          return columns.has(column) && <Cell key={column} row={row} today={today} />
        })}
        <td className={classes.menu}>
          <RowMenu row={row} onForecast={onForecast} onOrder={onOrder} />
        </td>
      </LongRow>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.index === after.index &&
    before.today === after.today &&
    before.columns === after.columns,
)

interface CellProps {
  row: Row
  today: string
}

/** Shows the SKU, with a tag where the product is not for sale. */
function Sku({ row }: { row: Row }) {
  const tag = saleStatusLabels[row.saleStatus]
  if (row.sku === null && tag === null) return null
  return (
    <span className={`${table.sku} ${content.sku}`}>
      {row.sku !== null && <span className={content.skuText}>{row.sku}</span>}
      {tag !== null && <span className={content.tag}>{tag}</span>}
    </span>
  )
}

/** Shows the status only where the product is on sale and its stock is known. */
function StatusCell({ row }: CellProps) {
  const isForSale = saleStatusLabels[row.saleStatus] === null
  return (
    <td className={classes.status}>
      {isForSale && row.isTracked ? (
        <StatusMark status={row.status} />
      ) : (
        <span className={content.note}>{isForSale ? 'Not tracked' : 'Not for sale'}</span>
      )}
    </td>
  )
}

function SalesCell({ row }: CellProps) {
  return (
    <td className={classes.sales}>
      <Sparkline sales={row.salesLast30} outOfStock={row.outOfStockLast30} />
    </td>
  )
}

function StockCell({ row }: CellProps) {
  const received = row.notInStore > 0 ? notInStoreWords(row.notInStore) : null
  const unit = row.currentStock === null ? '' : ' in stock'
  return (
    <td
      className={classes.stock}
      data-unit={received === null ? unit : `${unit}, ${received}`}
      title={received ?? undefined}
    >
      <Changing value={row.currentStock === null ? '–' : formatUnits(row.currentStock)} />
      {received !== null && (
        <span className={content.received}>{`${formatUnits(row.notInStore)} received`}</span>
      )}
    </td>
  )
}

function AverageCell({ row }: CellProps) {
  return <td className={classes.average}>{formatAverage(row.averageDailySales)}</td>
}

function DaysCell({ row, today }: CellProps) {
  const days = daysWords(row)
  return (
    <td className={classes.days}>
      {days === '∞' ? (
        <b className={content.daysLeft}>
          <span aria-hidden="true" className={content.endless}>
            ∞
          </span>
          <span className="spoken">no stockout expected</span>
        </b>
      ) : (
        <b className={content.daysLeft} data-unit={unitOfDays(days)}>
          <Changing value={days} />
        </b>
      )}
      <span className={content.note}>{daysNote(row, today)}</span>
    </td>
  )
}

/** Returns the unit after the days; words such as `over a year` have none. */
function unitOfDays(days: string): string {
  if (!/^\d/.test(days)) return ''
  return days === '1' ? ' day left' : ' days left'
}

function OrderByCell({ row, today }: CellProps) {
  const order = orderByWords(row, today)
  const text = row.isPutTogether ? 'See its parts' : order.text
  const note = row.isPutTogether ? '' : (recommendationWords(row.recommendation, today)?.text ?? order.note)
  return (
    <td
      className={classes.orderBy}
      data-tone={order.tone}
      data-unknown={(note === '' && !row.isPutTogether) || undefined}
    >
      <span className={content.day}>
        <Changing value={text} />
      </span>
      {note !== '' && (
        <span className={content.note} title={note}>
          {note}
        </span>
      )}
    </td>
  )
}

const cells: Record<ProductColumn, (props: CellProps) => ReactNode> = {
  status: StatusCell,
  sales: SalesCell,
  stock: StockCell,
  average: AverageCell,
  days: DaysCell,
  orderBy: OrderByCell,
}

/**
 * Links to a product. Unlike the router's `Link` it works out nothing before it is pointed at, because
 * hundreds of these pass while the page scrolls.
 */
function ProductLink({ row, className }: { row: Row; className: string }) {
  const router = useRouter()
  const target = { to: '/products/$variantId', params: { variantId: String(row.variantId) } } as const
  const preload = () => void router.preloadRoute(target)
  const open = (event: MouseEvent) => {
    const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (isForBrowser || event.button !== 0) return
    event.preventDefault()
    void router.navigate(target)
  }
  return (
    <a
      href={`/products/${row.variantId}`}
      className={className}
      title={row.title}
      onClick={open}
      onMouseEnter={preload}
      onFocus={preload}
    >
      {row.title}
    </a>
  )
}
