import type { Attention } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Runway } from '../../charts/runway/runway.tsx'
import { Changing } from '../../ui/changing.tsx'
import { addDays, formatDay } from '../../ui/format/days.ts'
import { skuOfLongName } from '../../ui/format/long-name.ts'
import { formatProbability, formatRange, formatUnits } from '../../ui/format/numbers.ts'
import { orderByWords } from '../../ui/messages/stock-words.ts'
import { RecommendationWords } from '../../ui/recommendation-words.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import classes from './attention.module.css'

// Only a merchant who orders here sees it.
const DraftLink = lazy(() => import('../../ordering/draft-link.tsx'))
const OrderButton = lazy(() => import('../../ordering/actions/order-button.tsx'))

export function AttentionRow({ product, today }: { product: Attention; today: string }) {
  const {
    variantId,
    title,
    futures,
    leadTimeDays,
    leadTimeRange,
    incomingOrders,
    leadTimeStockoutProbability,
  } = product
  const order = orderByWords(product, today)
  return (
    <tr>
      <td className={classes.product}>
        <Link to="/products/$variantId" params={{ variantId: String(variantId) }} className={classes.name}>
          {title}
        </Link>
        <span className={classes.sku}>{skuOfLongName(product)}</span>
        <RecommendationLine product={product} today={today} />
        {product.inDraft && (
          <span className={classes.recommendation}>
            <Suspense>
              <DraftLink draft={product.inDraft} />
            </Suspense>
          </span>
        )}
      </td>
      <td className={classes.runway}>
        <Runway
          today={today}
          futures={futures}
          available={product.currentStock ?? 0}
          leadTimeDays={leadTimeDays}
          incoming={incomingOrders}
        />
      </td>
      <td className={classes.odds}>
        <b>
          <Changing value={formatProbability(leadTimeStockoutProbability)} />
        </b>
        {leadTimeRange && (
          <span className={classes.note}>
            restock takes {formatRange(leadTimeRange.p10, leadTimeRange.p90)} days
          </span>
        )}
      </td>
      <td className={classes.orderBy}>
        <span className={classes.day}>
          <Changing value={order.text} />
        </span>
        <span className={classes.note}>{order.note || arrivalNote(product, today)}</span>
      </td>
      <td className={classes.quantity}>
        <Quantity product={product} />
      </td>
    </tr>
  )
}

/** Shows what to order, as a button until the product is in a draft. */
function Quantity({ product }: { product: Attention }) {
  const units = product.orderQuantity
  if (!units) return null
  const quantity = (
    <>
      <b>
        <Changing value={formatUnits(units)} />
      </b>{' '}
      <span>units</span>
    </>
  )
  if (product.inDraft) return quantity
  return (
    <Suspense fallback={quantity}>
      <OrderButton product={product} supplier={product.supplier} units={units} size="xs" />
    </Suspense>
  )
}

/**
 * Returns when an order placed on the day to order by arrives, or one placed today where that day has
 * passed.
 */
function arrivalNote({ orderBy, leadTimeDays }: Attention, today: string): string {
  const from = orderBy !== null && orderBy > today ? orderBy : today
  return `arrives ${formatDay(addDays(from, leadTimeDays))}`
}

function RecommendationLine({ product, today }: { product: Attention; today: string }) {
  const next = product.incomingOrders.find(({ counted }) => counted > 0)
  return (
    <span className={classes.recommendation}>
      {product.status === 'out_of_stock' ? (
        <>
          <StatusMark status="out_of_stock" />{' '}
          {next && (
            <span className="time">{`${formatUnits(next.units)} arrive about ${formatDay(next.day)}`}</span>
          )}
        </>
      ) : (
        <RecommendationWords recommendation={product.recommendation} today={today} />
      )}
    </span>
  )
}
