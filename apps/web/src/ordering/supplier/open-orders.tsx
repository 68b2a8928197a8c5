import type { SupplierRow } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { purchaseOrdersQuery } from '../../api/queries.ts'
import { formatDay } from '../../ui/format/days.ts'
import { formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { OrderStatus } from '../order-status.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import classes from './supplier.module.css'

const MAX = 20

/** Lists the open orders at a supplier, and counts the finished ones. */
export function OpenOrders({ supplier }: { supplier: SupplierRow }) {
  const supplierId = supplier.id
  const { data, error, refetch, isFetching } = useQuery(
    purchaseOrdersQuery({ supplierId, status: 'open', pageSize: MAX }),
  )
  return (
    <section aria-labelledby="orders">
      <SectionHeader
        id="orders"
        title="Open orders"
        note={countWords(supplier)}
        aside={
          <Link to="/order/orders" search={{ supplier: [supplierId] }} className="textLink">
            All orders
          </Link>
        }
      />
      {error && !data && (
        <ErrorState {...getOrderingFailure('load_orders', error)} retry={{ refetch, isFetching }} />
      )}
      {data?.rows.length === 0 && <p className="quiet">No open orders.</p>}
      <ul className={classes.orders}>
        {data?.rows.map(({ id, number, status, isLate, remaining, expectedOn }) => (
          <li key={id}>
            <Link to="/order/orders/$orderId" params={{ orderId: String(id) }} className={classes.name}>
              {number}
            </Link>
            <OrderStatus status={status} isLate={isLate} />
            {remaining > 0 && (
              <span className="quiet">
                {formatUnits(remaining)} to come{expectedOn !== null && `, due ${formatDay(expectedOn)}`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns how many orders there are, `2 open, 1 of them late. 6 finished.` */
function countWords({ openOrders, lateOrders, finishedOrders }: SupplierRow): string {
  const late =
    lateOrders === 0 ? '' : openOrders === lateOrders ? ', late' : `, ${formatUnits(lateOrders)} of them late`
  return `${formatUnits(openOrders)} open${late}. ${formatUnits(finishedOrders)} finished.`
}
