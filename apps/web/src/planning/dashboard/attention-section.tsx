import type { Dashboard } from '@stockcast/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { RunwayAxis } from '../../charts/runway/runway-axis.tsx'
import { RunwayKey } from '../../charts/runway/runway-key.tsx'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import classes from './attention.module.css'
import { AttentionRow } from './attention-row.tsx'

/** Lists the products that need a decision, with their runways on one date axis. */
export function AttentionSection({ dashboard }: { dashboard: Dashboard }) {
  const { attention, attentionTotal, products, today } = dashboard
  const quiet = products.total - attentionTotal
  if (attention.length === 0) {
    return (
      <section aria-labelledby="needs-you">
        <SectionHeader id="needs-you" title="What needs your attention" />
        <EmptyState
          icon={IconCircleCheck}
          title="Nothing needs your attention"
          hint={
            products.total > 0
              ? `No order is due for any of your ${formatCount(products.total, 'product')}.`
              : undefined
          }
        />
      </section>
    )
  }
  return (
    <section aria-labelledby="needs-you">
      <SectionHeader
        id="needs-you"
        title="What needs your attention"
        note="Ranked by expected lost sales. Each dot is 1 of 20 equally likely futures: the day stock reaches zero."
        aside={
          attentionTotal > attention.length && (
            <Link to="/order" className="textLink">
              All {formatUnits(attentionTotal)} in the order list
            </Link>
          )
        }
      />
      <table className={classes.table}>
        <thead>
          <tr>
            <TableHead width="25%">Product</TableHead>
            <th scope="col" className={classes.axis}>
              <span className="spoken">Days until stockout</span>
              <RunwayAxis today={today} />
            </th>
            <TableHead align="right">
              Runs out
              <br />
              within lead time
            </TableHead>
            <TableHead>Order by</TableHead>
            <TableHead align="right">Order</TableHead>
          </tr>
        </thead>
        <tbody>
          {attention.map((product) => (
            <AttentionRow key={product.variantId} product={product} today={today} />
          ))}
        </tbody>
      </table>
      {quiet > 0 && (
        <p className={classes.quiet}>
          {attentionTotal > attention.length
            ? `${formatCount(quiet, 'product needs', 'products need')} no order today.`
            : `The other ${quiet === 1 ? 'product needs' : `${formatUnits(quiet)} products need`} no order today.`}
        </p>
      )}
      <RunwayKey />
    </section>
  )
}
