import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  boundedAmount,
  DEFAULT_COVER_DAYS,
  DEFAULT_LEAD_TIME_DAYS,
  type LeadTime,
  majorAmount,
  minorAmount,
  minorDigits,
} from '@stockcast/contract'
import {
  meanOver,
  nextOrderDay,
  orderQuantity,
  orderSteps,
  planVariant,
  type SupplierOffer,
  type SupplierPlan,
  topUpUnits,
} from '@stockcast/forecasting'
import { type PlannedOrder, stockoutProbability, type VariantFacts } from '@stockcast/forecasting/decisions'
import { dayFromEpoch } from '../../../kernel/calendar.ts'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { PlanOrders } from '../../../planning/index.ts'
import {
  findOffers,
  findSettings,
  leadTimeFrom,
  offerLeadTime,
  shownLeadTime,
  type VariantOffer,
} from '../../../planning/index.ts'
import { getCostMinor, type OrderPlan, type PlanTerms } from './order-plan.ts'
import {
  findKeptMargin,
  findMedianMargin,
  hasSuppliers,
  keepMargin,
  listPlannedVariants,
  listRates,
  type PlannedVariant,
  savePlans,
} from './plan-queries.ts'
import { getReasons } from './reasons.ts'

/** What all plans of a shop have in common. */
interface ShopTerms {
  currency: string
  today: number
  shopDays: number
  shopSource: 'merchant' | 'default'
  coverDays: number
  rates: ReadonlyMap<string, number>
  medianMarginRatio: number | null
}

/** Plans per turn of the event loop; each takes about a millisecond. */
const PLANS_PER_TURN = 50

/** Derives what to order of the variants that a supplier sells. */
export const planOrders: PlanOrders = async (tx, args) => {
  const { merchantId, variantIds, partOfAll, today, facts: asked } = args
  const orders = new Map<number, PlannedOrder>()
  if (!(await hasSuppliers(tx, merchantId))) return orders
  const settings = await findSettings(tx, merchantId)
  const shopDays = settings?.defaultLeadTimeDays ?? DEFAULT_LEAD_TIME_DAYS
  const offers = await findOffers(tx, { merchantId, variantIds, today, shopDays })
  if (offers.size === 0) {
    await savePlans(tx, { merchantId, variantIds, plans: [] })
    return orders
  }
  const { currency } = await requireShopFacts(tx, merchantId)
  const unitsOfMinor = 10 ** minorDigits(currency)
  const shop: ShopTerms = {
    currency,
    today,
    shopDays,
    shopSource: settings ? 'merchant' : 'default',
    coverDays: settings?.defaultCoverDays ?? DEFAULT_COVER_DAYS,
    rates: await listRates(tx, merchantId),
    medianMarginRatio: await getMedianMargin(tx, {
      merchantId,
      currency,
      unitsOfMinor,
      isNew: variantIds === null || partOfAll === 'first',
    }),
  }
  const known = await listPlannedVariants(tx, { merchantId, variantIds: [...offers.keys()], currency })
  const plans: OrderPlan[] = []
  const planned = asked.filter(({ variantId, isQuiet }) => !isQuiet && offers.has(variantId))
  for (let start = 0; start < planned.length; start += PLANS_PER_TURN) {
    for (const facts of planned.slice(start, start + PLANS_PER_TURN)) {
      const variant = known.get(facts.variantId)
      const found = variant && orderPlan(facts, { variant, offers: offers.get(facts.variantId)!, shop })
      if (!found) continue
      plans.push(found.row)
      orders.set(facts.variantId, found.order)
    }
    await nextTurn()
  }
  await savePlans(tx, { merchantId, variantIds, plans })
  return orders
}

/** Returns the median margin: a new one at the start of a pass over the catalogue, otherwise that of the last one. */
async function getMedianMargin(
  tx: Tx,
  { isNew, ...shop }: Parameters<typeof findMedianMargin>[1] & { isNew: boolean },
): Promise<number | null> {
  const kept = isNew ? null : await findKeptMargin(tx, shop.merchantId)
  if (kept !== null) return kept
  const found = await findMedianMargin(tx, shop)
  await keepMargin(tx, { merchantId: shop.merchantId, ratio: found })
  return found
}

interface Sources {
  variant: PlannedVariant
  offers: readonly VariantOffer[]
  shop: ShopTerms
}

function orderPlan(
  facts: VariantFacts,
  { variant, offers, shop }: Sources,
): { row: OrderPlan; order: PlannedOrder } | null {
  const { distribution, available, incoming, policy } = facts
  if (!distribution) return null
  const sold = offers.map((offer) => soldBy(offer, variant, shop))
  const price = variant.price === null ? null : minorAmount(variant.price, shop.currency)
  const plans = planVariant(
    {
      distribution,
      available,
      incoming,
      safetyStock: policy.safetyStock,
      serviceLevel: policy.serviceLevel,
      price,
      medianMarginRatio: shop.medianMarginRatio,
      offers: sold.map(({ offer }) => offer),
    },
    shop.today,
  )
  const [best, ...others] = plans
  if (!best) return null
  const by = (plan: SupplierPlan) => sold.find(({ offer }) => offer.supplierId === plan.offer.supplierId)!
  const own = by(best)
  const leadTime = own.shown
  const isMinimumSet = own.from.supplier.minimum.kind !== 'none'
  const stepUnits =
    best.due === 'due' ? best.quantity.units : isMinimumSet ? topUpUnits(best.offer, best.need) : 0
  const terms: PlanTerms = {
    ...own.terms,
    price: best.margin === null || best.unitCost === null ? null : best.margin + best.unitCost,
    steps: orderSteps(best, stepUnits),
    sales: own.terms.priceBreaks.length > 0 && best.due === 'due' ? best.sales : null,
  }
  const { today, medianMarginRatio } = shop
  const next = nextOrderDay(best.offer.calendar, today + 1)
  const row: OrderPlan = {
    variant_id: facts.variantId,
    supplier_id: best.offer.supplierId,
    due: best.due,
    order_by: best.orderBy === null ? null : dayFromEpoch(best.orderBy),
    units: best.units,
    value_minor: best.value === null ? null : boundedAmount(Math.round(best.value)),
    terms,
    details: {
      need: best.need,
      leadTime,
      why: getReasons({ facts, plan: best, others, terms, leadTime, medianMarginRatio, today }),
      hasAssumedMargin: best.hasAssumedMargin && best.value !== null,
      alternatives: others.map((plan) => {
        const other = by(plan)
        const units = plan.units
        return {
          id: plan.offer.supplierId,
          name: other.from.supplier.name,
          units,
          costMinor: getCostMinor(other.terms, units),
        }
      }),
      nextOrderDay: next === null ? null : dayFromEpoch(next),
      waitStockoutProbability:
        best.due === 'due' && next !== null ? waiting(facts, best, next - today) : null,
    },
    computed_for: dayFromEpoch(today),
  }
  return { row, order: plannedOrder(best, { today, leadTime }) }
}

/** Returns what the product's page and alerts say of a plan: the quantity of its order day, which is today where it is due. */
function plannedOrder(
  { offer, orderBy, due, units, replenishment, quantity }: SupplierPlan,
  { today, leadTime: { days, p10, p90 } }: { today: number; leadTime: LeadTime },
): PlannedOrder {
  const isDue = due === 'due'
  const later = isDue ? quantity : orderQuantity(orderBy === null ? 0 : replenishment.orderQuantity, offer)
  const isBlocked = later.limits.includes('minimum_above_maximum')
  return {
    orderQuantity: isDue ? units : later.units,
    orderInDays: orderBy === null ? null : orderBy - today,
    leadTimeDays: days,
    leadTimeRange: p10 === p90 ? null : { p10, p90 },
    blocked: isBlocked
      ? { minimum: offer.minimumUnits ?? offer.packSize, maximum: offer.maximumUnits ?? 0 }
      : null,
  }
}

/** Returns the probability of a stockout before an order arrives that is placed in this many days. */
function waiting(
  { distribution, available, incoming }: VariantFacts,
  { offer }: SupplierPlan,
  inDays: number,
) {
  if (!distribution) return null
  const path = { distribution, available, incoming }
  return meanOver(offer.leadTimes, (days) => stockoutProbability({ ...path, withinDays: days + inDays }))
}

interface Sold {
  from: VariantOffer
  offer: SupplierOffer
  terms: Omit<PlanTerms, 'price' | 'steps' | 'sales'>
  shown: LeadTime
}

/** Returns an offer with its costs in the shop's currency. Without a price of the supplier, the store's cost is used, at the known rate. */
function soldBy(from: VariantOffer, variant: PlannedVariant, shop: ShopTerms): Sold {
  const { supplier, packSize, minimumUnits, maximumUnits, priceBreaks } = from
  const rate = getRate(supplier.currency, shop)
  const { storeCostMinor } = variant
  const own = storeCostMinor === null || rate === null ? null : Math.round(storeCostMinor / rate)
  const unitCostMinor = from.unitCostMinor ?? own
  const lead = offerLeadTime(from, { variantDays: variant.leadTimeDays, shopDays: shop.shopDays })
  const inShop = (cost: number | null) => (cost === null || rate === null ? null : cost * rate)
  return {
    from,
    shown: shownLeadTime(leadTimeFrom(shop.today, lead, supplier), { supplier, shopSource: shop.shopSource }),
    terms: { packSize, minimumUnits, maximumUnits, unitCostMinor, priceBreaks, rate },
    offer: {
      supplierId: supplier.id,
      leadTimes: lead.leadTimes ?? [lead.leadTimeDays],
      calendar: supplier.calendar,
      cover: { chosenDays: variant.coverDays ?? supplier.coverDays, shopDays: shop.coverDays },
      unitCost: inShop(unitCostMinor),
      priceBreaks:
        rate === null
          ? []
          : priceBreaks.map((step) => ({ fromUnits: step.fromUnits, unitCost: step.unitCostMinor * rate })),
      packSize,
      minimumUnits,
      maximumUnits,
    },
  }
}

/** Returns minor units of the shop's currency for one of another; null while no order has fixed a rate. */
function getRate(currency: string, shop: ShopTerms): number | null {
  if (currency === shop.currency) return 1
  const rate = shop.rates.get(currency)
  return rate === undefined ? null : majorAmount(1, currency) * rate * 10 ** minorDigits(shop.currency)
}
