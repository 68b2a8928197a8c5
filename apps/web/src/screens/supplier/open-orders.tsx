import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { purchaseOrdersQuery } from '../../api/queries.ts'
import { formatDay } from '../../format/days.ts'
import { formatUnits } from '../../format/numbers.ts'
import { OrderStatus } from '../../ordering/order-status.tsx'
import { orderingFailureOf } from '../../ordering/ordering-failures.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { ErrorState } from '../../ui/states.tsx'
import classes from './supplier.module.css'

const MOST = 5

/** Lists the latest orders at a supplier. */
export function OpenOrders({ supplierId }: { supplierId: number }) {
  const { data, error, refetch, isFetching } = useQuery(
    purchaseOrdersQuery({ supplierId, status: 'all', pageSize: MOST }),
  )
  return (
    <section aria-labelledby="orders">
      <SectionHeader
        id="orders"
        title="Orders"
        aside={
          <Link to="/order/orders" search={{ supplier: supplierId }} className={classes.link}>
            All orders
          </Link>
        }
      />
      {error && !data && (
        <ErrorState
          {...orderingFailureOf('load_orders', error)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data?.rows.length === 0 && <p className={classes.quiet}>No orders yet.</p>}
      <ul className={classes.orders}>
        {data?.rows.map(({ id, number, status, isLate, remaining, expectedOn }) => (
          <li key={id}>
            <Link to="/order/orders/$orderId" params={{ orderId: String(id) }} className={classes.name}>
              {number}
            </Link>
            <OrderStatus status={status} isLate={isLate} />
            {remaining > 0 && status !== 'draft' && (
              <span className={classes.quiet}>
                {formatUnits(remaining)} to come{expectedOn !== null && `, ${formatDay(expectedOn)}`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
