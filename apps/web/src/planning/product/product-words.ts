import type { OrderOfProduct, ProductDetail } from '@stockcast/contract'
import { FORECAST_NEEDS_DAYS } from '@stockcast/forecasting/decisions'
import { countBeforeArrival } from '../../charts/shared/dot-columns.ts'
import { blockedWords } from '../../ordering/blocked-words.ts'
import { coverWords } from '../../ui/format/cover.ts'
import { addDays, formatDay, formatWeekday } from '../../ui/format/days.ts'
import {
  formatCount,
  formatDayCount,
  formatProbability,
  formatRange,
  formatUnits,
} from '../../ui/format/numbers.ts'
import { orderWords } from '../../ui/messages/action-texts.ts'
import { notInStoreWords } from '../../ui/messages/stock-words.ts'
import { bundleLead, isPutTogether, owedWords } from '../bundles/bundle-words.ts'
import { type Lead, plainLead } from './lead.ts'

/**
 * Returns the answer of the page in one or two sentences. Futures are counted for one lead time; where the supplier's varies,
 * the chance over all of them stands instead.
 */
export function leadSentence(detail: ProductDetail): Lead {
  const { row, forecast, policy, bundle } = detail
  if (isPutTogether(bundle)) return bundleLead(bundle)
  const advice = getAdvice(detail)
  if (!row.isTracked) {
    return plainLead(
      'Stock of this product is not tracked.',
      'Turn tracking on in Shopify to see when it runs out.',
    )
  }
  if (row.status === 'out_of_stock') {
    const isUrgent = row.recommendation?.kind === 'too_late' || row.recommendation?.kind === 'blocked'
    return { ...plainLead('Out of stock.', `${owed(detail)}${arrivalWords(detail)}${advice}`), isUrgent }
  }
  if (forecast === null) return plainLead('No forecast yet.', untilThen(detail))
  if (forecast.basis === 'too_little_data') {
    return plainLead('Too few days of sales for a reliable forecast.', `${untilThen(detail)} ${advice}`)
  }
  if (forecast.basis === 'no_demand' || row.projection.kind === 'no_demand') {
    return plainLead('Nothing is expected to sell, so no stockout is in sight.', '')
  }
  const isUrgent = ['blocked', 'too_late', 'order_now'].includes(row.recommendation?.kind ?? '')
  if (policy.leadTimeRange !== null) {
    const { p10, p90 } = policy.leadTimeRange
    return {
      before: 'In ',
      key: `${formatProbability(forecast.leadTimeStockoutProbability)} of cases`,
      after: ` this runs out before an order placed today arrives (${formatRange(p10, p90)} days from now).`,
      isUrgent,
      advice,
    }
  }
  const early = countBeforeArrival(forecast.futures, policy.leadTimeDays)
  const total = forecast.futures.length
  return {
    before: 'In ',
    key: early === 0 ? `none of ${total}` : `${early} of ${total}`,
    after:
      bundle === null
        ? ' futures this runs out before an order placed today arrives.'
        : ' futures this runs out before what is begun today is made.',
    isUrgent,
    advice,
  }
}

/** Returns what was sold beyond the stock. */
const owed = ({ row: { currentStock }, committed }: ProductDetail) =>
  currentStock !== null && currentStock < 0 ? owedWords({ below: -currentStock, committed }) : ''

function getAdvice({ row, today, inDraft, bundle }: ProductDetail): string {
  const { recommendation, orderBy, orderQuantity } = row
  const order = placingWords(bundle === null ? 'Order' : 'Make', orderQuantity, inDraft)
  switch (recommendation?.kind) {
    case 'blocked':
      return blockedWords(recommendation)
    case 'too_late':
      if (orderBy === null) {
        return `What is on the way is enough, after about ${formatDayCount(recommendation.expectedStockoutDays)} out of stock.`
      }
      return `${order} today and expect about ${formatDayCount(recommendation.expectedStockoutDays)} out of stock.`
    case 'order_now':
      return `${order} today.`
    case 'order_soon':
      return `${order} by ${formatWeekday(orderBy ?? addDays(today, recommendation.inDays))}.`
    case 'covered':
      return `Covered by ${formatUnits(recommendation.units)}, expected about ${formatDay(addDays(today, recommendation.inDays))}.`
    default:
      return orderBy === null ? 'No order is due.' : `The next order is due ${formatDay(orderBy)}.`
  }
}

/** Returns what to do; a draft that is large enough only has to be placed. */
function placingWords(
  verb: 'Order' | 'Make',
  orderQuantity: number | null,
  inDraft: ProductDetail['inDraft'],
): string {
  if (inDraft !== null && inDraft.units >= (orderQuantity ?? 0)) return 'Place the draft'
  return orderQuantity === null || orderQuantity === 0 ? verb : `${verb} ${formatUnits(orderQuantity)}`
}

/** Returns why no forecast is drawn, and when one will be. */
export function noForecastWords(detail: ProductDetail): { headline: string; detail: string } {
  const { forecast, today } = detail
  if (forecast === null) {
    return { headline: 'No forecast yet', detail: `It starts after the next sync. ${untilThen(detail)}` }
  }
  if (forecast.basis === 'no_demand') {
    return { headline: 'No sales yet', detail: 'The forecast starts after the first sale.' }
  }
  const days = forecast.evidence.daysOfHistory
  if (days >= FORECAST_NEEDS_DAYS) return { headline: 'No day in stock so far', detail: untilThen(detail) }
  const start = formatDay(addDays(today, FORECAST_NEEDS_DAYS - days))
  return {
    headline: `${days} of ${FORECAST_NEEDS_DAYS} days of sales so far`,
    detail: `The forecast starts on ${start}. ${untilThen(detail)}`,
  }
}

/** Returns what the numbers are based on until then. */
function untilThen({ row }: ProductDetail): string {
  return row.daysSource === 'mean'
    ? 'Until then: stock ÷ the 30-day average.'
    : "Until then: these few days and your shop's typical level."
}

/** Returns what is on the way while the product is out of stock. */
function arrivalWords({ row, incoming }: ProductDetail): string {
  if (row.notInStore > 0)
    return `${notInStoreWords(row.notInStore)}: customers can buy them once your store's stock shows them. `
  const next = incoming.find(({ counted }) => counted > 0)
  if (!next || row.recommendation?.kind === 'covered') return ''
  return `${formatUnits(next.units)} on the way, expected about ${formatDay(next.day)}. `
}

/** Returns the figures that a sale changes, for screen readers. */
export function stockNews({ row }: ProductDetail): string {
  if (row.currentStock === null) return 'Stock is not known now.'
  const stock = `Stock is now ${formatCount(row.currentStock, 'unit')}`
  if (row.status === 'out_of_stock') return `${stock}, out of stock.`
  if (row.projection.kind === 'no_demand') return `${stock}, no stockout expected.`
  if (row.projection.kind === 'unknown' || row.daysUntilStockout === null) return `${stock}.`
  return `${stock}, ${coverWords(row.daysUntilStockout)} until stockout.`
}

/** Returns committed, received and incoming units, shown beside the stock. */
export function stockNote({
  committed,
  incoming,
  row,
}: Pick<ProductDetail, 'committed' | 'incoming' | 'row'>): string {
  const onTheWay = incoming.reduce((sum, { units }) => sum + units, 0)
  const note = `${formatUnits(committed)} committed, ${formatUnits(onTheWay)} on the way`
  return row.notInStore > 0 ? `${note}, ${notInStoreWords(row.notInStore)}` : note
}

/** Returns, for example, `36 expected Dec 3` or `draft of 42`. */
export function purchaseWords({ status, unitsLeft, expectedOn }: OrderOfProduct): string {
  if (status === 'draft') return `draft of ${formatUnits(unitsLeft)}`
  return expectedOn === null ? `${formatUnits(unitsLeft)} on the way` : orderWords({ unitsLeft, expectedOn })
}

/** Returns whose order it is, and how far it is. */
export function purchaseNote({ supplierName, status, units, unitsLeft, isLate }: OrderOfProduct): string {
  const arrived = units - unitsLeft
  const state = status === 'draft' ? 'not sent yet' : isLate ? 'late' : 'on the way'
  return [
    supplierName ?? 'Supplier unknown',
    state,
    ...(arrived > 0 ? [`${formatUnits(arrived)} of ${formatUnits(units)} arrived`] : []),
  ].join(', ')
}
