import type { ToMake as Assembly } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../ui/format/days.ts'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import list from '../list-table.module.css'

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
    <section aria-labelledby="to-make">
      <SectionHeader
        id="to-make"
        title="To make"
        note={`These are put together of your own products${isShop ? ', for the whole shop' : ''}.`}
      />
      <table className={list.table} aria-label="To make">
        <thead>
          <tr>
            <TableHead>Product</TableHead>
            <TableHead align="right">Make</TableHead>
            <TableHead align="right">Begin by</TableHead>
            <TableHead align="right">Parts are enough for</TableHead>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.variantId}>
              <td data-wide>
                <Link
                  to="/products/$variantId"
                  params={{ variantId: String(row.variantId) }}
                  className={list.name}
                >
                  {row.title}
                </Link>
                <span className={list.note}>{formatCount(row.makeDays, 'day')} to make</span>
              </td>
              <td data-align="right" data-label="Make">
                {formatUnits(row.units)}
              </td>
              <td data-align="right" data-label="Begin by">
                {row.makeBy <= today ? 'Today' : formatDay(row.makeBy)}
              </td>
              <td data-align="right" data-label="Parts for">
                {row.canMake === null ? '∞' : formatUnits(row.canMake)}
                {row.canMake !== null && row.canMake < row.units && row.limitedBy && (
                  <span className={list.note} data-tone="warning">
                    {`short of ${row.limitedBy.title}`}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
