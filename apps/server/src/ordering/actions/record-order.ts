import {
  FORECAST_HORIZON_DAYS,
  type OpenOrder,
  type OrderRequest,
  shopFormats,
  type VariantPlans,
} from '@stockcast/contract'
import { reopenSettled, settleAlerts } from '../../alerts/index.ts'
import { dayFromEpoch, epochDay, today as todayOf } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import { OPEN_ORDERS_OF_A_PRODUCT } from '../../kernel/quotas/quotas.ts'
import { requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { findPolicies, lockProjections } from '../../planning/index.ts'
import { queueRefresh } from '../../store/index.ts'
import { noteOrder } from '../purchasing/incoming/note-order.ts'
import {
  countNotedOrders,
  listNotedOrders,
  removeNotedOrder,
} from '../purchasing/incoming/noted-order-queries.ts'
import { listOrdersOfProduct } from '../purchasing/orders/list-queries.ts'
import { findOrderAdvice, findStock, holdVariant } from './queries.ts'
import { findSnooze } from './snooze-queries.ts'

const MAX_DAYS_AHEAD = 4 * FORECAST_HORIZON_DAYS

type OrderContext = Context<'clock' | 'jobs' | 'live'>

/**
 * Stores an open order, whose units count as on the way from now on, and resolves the product's open alerts.
 * They may open again when a condition gets worse, when it clears and returns, or when the order does not
 * arrive.
 */
export async function recordOrder(
  context: OrderContext,
  { variantId, wanted }: { variantId: number; wanted: OrderRequest },
): Promise<OpenOrder> {
  const { merchantId, tx } = context
  const key = { merchantId, variantId }
  const { units, expectedOn } = wanted
  const at = context.clock.now()
  const { timeZone, countryCode } = await requireShopFacts(tx, merchantId)
  assertPlausible(expectedOn, todayOf(context.clock, timeZone))
  await lockProjections(tx, merchantId)
  const stock = await requireStock(tx, key)
  await assertFewOpen(tx, key)
  const order = await noteOrder(context, { variantId, wanted, stock, at })
  const { number, date } = shopFormats(countryCode)
  const reason = `Ordered ${number(units)}, expected ${date(new Date(expectedOn), 'day')}.`
  await settleAlerts(tx, { merchantId, variantIds: [variantId], at, reason, mayReturn: false })
  await announce(context, variantId)
  return order
}

/** Removes an open order; alerts that it resolved open again if their condition still holds. */
export async function forgetOrder(
  context: OrderContext,
  { variantId, orderId }: { variantId: number; orderId: number },
): Promise<void> {
  const { merchantId, tx } = context
  const at = context.clock.now()
  await lockProjections(tx, merchantId)
  const settledAt = await removeNotedOrder(tx, { merchantId, variantId, orderId, at })
  if (!settledAt) throw new AppError('not_found', 'This order does not exist or has already been closed.')
  await reopenSettled(tx, { merchantId, variantIds: [variantId], at, settledAt })
  await announce(context, variantId)
}

async function announce({ jobs, live, merchantId, tx }: OrderContext, variantId: number): Promise<void> {
  await queueRefresh({ jobs }, tx, { merchantId, variantIds: [variantId] })
  await live.publish(tx, merchantId, { type: 'alerts' })
  await live.publish(tx, merchantId, { type: 'purchasing' })
}

async function assertFewOpen(tx: Tx, key: { merchantId: number; variantId: number }): Promise<void> {
  if ((await countNotedOrders(tx, key)) < OPEN_ORDERS_OF_A_PRODUCT) return
  throw new AppError(
    'limit_exceeded',
    `This product has ${OPEN_ORDERS_OF_A_PRODUCT} orders still to come, which is the most it can have. Remove one of them first.`,
  )
}

function assertPlausible(expectedOn: string, today: string): void {
  const ahead = epochDay(expectedOn) - epochDay(today)
  if (ahead >= 0 && ahead <= MAX_DAYS_AHEAD) return
  const message =
    ahead < 0 ? 'The expected day has already passed.' : 'The expected day is more than a year away.'
  throw new AppError('invalid_input', message, { field: 'expectedOn' })
}

/** Returns an order that could be placed today: the recommended units, and the day after the lead time. */
export async function suggestOrder(
  { clock, merchantId, tx }: Context<'clock'>,
  { variantId }: { variantId: number },
): Promise<VariantPlans['suggestion']> {
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const today = epochDay(todayOf(clock, timeZone))
  const { orderQuantity, ...override } = await findOrderAdvice(tx, { merchantId, variantId })
  const getPolicy = await findPolicies(tx, { merchantId, variantIds: [variantId], today })
  const { leadTimeDays } = getPolicy(variantId, override)
  return { units: Math.max(1, orderQuantity ?? 1), expectedOn: dayFromEpoch(today + leadTimeDays) }
}

export async function getPlans(
  context: Context<'clock'>,
  { variantId }: { variantId: number },
): Promise<VariantPlans> {
  const { merchantId, tx } = context
  const key = { merchantId, variantId }
  await requireStock(tx, key)
  const { timeZone } = await requireShopFacts(tx, merchantId)
  return {
    snooze: await findSnooze(tx, key),
    orders: await listNotedOrders(tx, key),
    purchaseOrders: await listOrdersOfProduct(tx, { ...key, today: todayOf(context.clock, timeZone) }),
    suggestion: await suggestOrder(context, { variantId }),
  }
}

/** Returns the stock of a product and locks it against removal until the transaction ends. */
export async function requireStock(tx: Tx, key: { merchantId: number; variantId: number }) {
  await holdVariant(tx, key)
  const stock = await findStock(tx, key)
  if (!stock) throw new AppError('not_found', refusalTexts.unknownProduct)
  return stock
}
