import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { excessQuery, purchaseOrdersQuery, suppliersQuery } from '../../api/queries.ts'
import { formatSum } from '../../ordering/money.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import classes from './excess-line.module.css'

/** Says in one line what overstock ties up, in a shop that orders here; nothing if there is none. */
function ExcessLine() {
  const suppliers = useQuery(suppliersQuery({ status: 'all', pageSize: 1 }))
  const hasSuppliers = (suppliers.data?.total ?? 0) > 0
  const { data } = useQuery({ ...excessQuery({ pageSize: 1 }), enabled: hasSuppliers })
  if (!hasSuppliers || data === undefined) return null
  const { counts, totals, currency } = data
  const products = counts.overstock + counts.dead
  const tiedUp = totals.overstockMinor + totals.deadMinor
  if (products === 0) return null
  return (
    <p className={classes.line}>
      <b>{tiedUp > 0 ? formatSum(tiedUp, currency) : formatCount(products, 'product')}</b>{' '}
      {tiedUp > 0
        ? `is tied up in overstock of ${formatCount(products, 'product')}.`
        : `${products === 1 ? 'has' : 'have'} more stock than is likely to sell.`}{' '}
      <Link to="/order/excess" className="textLink">
        See which
      </Link>
    </p>
  )
}

/** Shows what a shop that orders here should know, one line for each thing. */
export default function OrderingLines() {
  return (
    <>
      <LateOrdersLine />
      <ExcessLine />
    </>
  )
}

/** Says in one line how many purchase orders are late, in a shop that orders here; nothing if none is. */
function LateOrdersLine() {
  const suppliers = useQuery(suppliersQuery({ status: 'all', pageSize: 1 }))
  const hasSuppliers = (suppliers.data?.total ?? 0) > 0
  const { data } = useQuery({
    ...purchaseOrdersQuery({ late: 'true', pageSize: 1 }),
    enabled: hasSuppliers,
  })
  const [first] = data?.rows ?? []
  if (data === undefined || first === undefined) return null
  const name = first.supplierName === null ? first.number : `${first.number} from ${first.supplierName}`
  return (
    <p className={classes.line}>
      <b>{data.total === 1 ? name : formatCount(data.total, 'purchase order')}</b>{' '}
      {data.total === 1 ? 'is' : 'are'} late.{' '}
      {data.total === 1 ? (
        <Link to="/order/orders/$orderId" params={{ orderId: String(first.id) }} className="textLink">
          Open the order
        </Link>
      ) : (
        <Link to="/order/orders" search={{ late: 'true' }} className="textLink">
          See which
        </Link>
      )}
    </p>
  )
}
