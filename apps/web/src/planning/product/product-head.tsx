import type { ProductDetail } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import OrderButton from '../../ordering/actions/order-button.tsx'
import { useSession } from '../../session/use-session.ts'
import { Crumbs } from '../../ui/crumbs.tsx'
import { formatTimeOrDay } from '../../ui/format/days.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { RecommendationWords } from '../../ui/recommendation-words.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { WithTimes } from '../../ui/with-times.tsx'
import classes from './product.module.css'

export function ProductHead({ detail }: { detail: ProductDetail }) {
  const { row } = detail
  return (
    <>
      <Crumbs to="/products" up="Products" here={row.sku ?? row.title} />
      <PageHeader
        title={row.title}
        mark={
          (row.isTracked || detail.bundle?.canMake != null) && (
            <>
              <StatusMark status={row.status} />
              <RecommendationWords
                recommendation={row.recommendation}
                today={detail.today}
                isMade={detail.bundle?.kind === 'assembly'}
              />
            </>
          )
        }
        subtitle={<AsOf detail={detail} />}
        actions={<Order detail={detail} />}
      />
    </>
  )
}

/** Shows the button that orders what is recommended, until the product is in a draft. */
function Order({ detail }: { detail: ProductDetail }) {
  const { row, supplier, inDraft } = detail
  if (detail.bundle !== null || inDraft !== null || row.orderQuantity === null || row.orderQuantity <= 0)
    return null
  const isDue = row.orderBy !== null && row.orderBy <= detail.today
  return (
    <OrderButton
      product={row}
      supplier={supplier}
      units={row.orderQuantity}
      variant={isDue ? 'filled' : 'default'}
    />
  )
}

function AsOf({ detail }: { detail: ProductDetail }) {
  const { merchant, now } = useSession()
  const { row, supplier, stockAsOf, forecastAsOf } = detail
  const at = (instant: string) => formatTimeOrDay(instant, now, merchant.timeZone)
  const times = [
    ...(stockAsOf === null ? [] : [`stock as of ${at(stockAsOf)}`]),
    forecastAsOf === null ? 'no forecast yet' : `forecast from ${at(forecastAsOf)}`,
  ].join(', ')
  return (
    <>
      {row.vendor !== null && row.vendor !== '' && row.vendor !== supplier?.name && `${row.vendor}. `}
      {supplier !== null && (
        <>
          Supplier:{' '}
          <Link
            to="/order/suppliers/$supplierId"
            params={{ supplierId: String(supplier.id) }}
            className={classes.supplier}
          >
            {supplier.name}
          </Link>
          .{' '}
        </>
      )}
      <WithTimes>{times.charAt(0).toUpperCase() + times.slice(1)}</WithTimes>.
    </>
  )
}
