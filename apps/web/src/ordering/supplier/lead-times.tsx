import type { SupplierDetail } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../ui/format/days.ts'
import { formatDayCount } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import classes from './supplier.module.css'

const MAX = 12

/** Draws what each finished order took, on one scale, so that the spread can be seen. */
export function LeadTimes({ detail: { leadTimes, supplier } }: { detail: SupplierDetail }) {
  const shown = leadTimes.slice(0, MAX)
  const longest = Math.max(1, supplier.leadTime.p90, ...shown.map(({ days }) => days))
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="lead-times">
      <SectionHeader
        id="lead-times"
        title="Lead times of past orders"
        note="Days until half of the order had arrived."
      />
      <ol className={classes.took}>
        {shown.map(({ orderId, number, orderedOn, days }) => (
          <li key={orderId}>
            <Link to="/order/orders/$orderId" params={{ orderId: String(orderId) }} className={classes.name}>
              {number}
            </Link>
            <span className={classes.bar} aria-hidden="true">
              <span style={{ width: `${(days / longest) * 100}%` }} />
            </span>
            <b>{formatDayCount(days)}</b>
            <span className="quiet">{formatDay(orderedOn)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
