import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { excessQuery, suppliersQuery } from '../../api/queries.ts'
import { formatSum } from '../../ordering/money.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import classes from './excess-line.module.css'

/** Says in one line what overstock ties up, in a shop that orders here; nothing where there is none. */
export default function ExcessLine() {
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
      <Link to="/order/excess" className={classes.link}>
        See which
      </Link>
    </p>
  )
}
