import type { OrderListRow, OrderReason } from '@stockcast/contract'
import {
  futuresOfOrder,
  stockoutFuturesAfterArrival,
  stockoutProbability,
  unitsNotInStore,
} from '@stockcast/forecasting/decisions'
import type { Tx } from '../../../kernel/database/app-database.ts'
import {
  arrivalsOnWire,
  listPlacedVariants,
  listPlannings,
  type PlacedVariant,
  type Planning,
  planningsAt,
} from '../../../planning/index.ts'
import { getCostMinor, getShopCost, unitCostMinorAt } from '../plans/order-plan.ts'
import { type Chosen, valueOfChosen } from './choose-quantities.ts'
import { getPrices, type ListedPlan, listDetails, listProducts } from './list-queries.ts'
import type { WholeList } from './whole-list.ts'

type Product = Awaited<ReturnType<typeof listProducts>>[number]

/** Returns one page of the list as screens show it. */
export async function listRows(
  tx: Tx,
  args: { merchantId: number; whole: WholeList; chosen: readonly Chosen[]; location: number | undefined },
): Promise<OrderListRow[]> {
  const { merchantId, whole, chosen, location } = args
  const variantIds = chosen.map(({ candidate }) => candidate.variantId)
  const { today } = whole.shop
  const plans = await listDetails(tx, { merchantId, variantIds })
  const products = new Map(
    (await listProducts(tx, { merchantId, variantIds })).map((row) => [row.variant_id, row]),
  )
  const ofShop = await listPlannings(tx, { merchantId, variantIds, today, withoutEvidence: true })
  const isPart = location !== undefined && whole.quantitiesFor === 'location'
  const places = isPart ? await listPlacedVariants(tx, { merchantId, variantIds, location }) : []
  const placed = new Map(places.map((place) => [place.variantId, place]))
  const plannings = isPart ? planningsAt(places, ofShop) : ofShop
  return chosen.flatMap((one) => {
    const { variantId } = one.candidate
    const [product, planning] = [products.get(variantId), plannings.get(variantId)]
    if (!product || !planning) return []
    const place = placed.get(variantId)
    const shown = place ? { ...product, ...figuresAt(place, planning) } : product
    return toRow({ one, whole, product: shown, planning, plan: plans.get(variantId) ?? null })
  })
}

/** Returns the figures of a product at a location. */
function figuresAt(
  { available, incoming, dailyDemand, daysUntilStockout }: PlacedVariant,
  { distribution, incoming: receipts, policy, row }: Planning,
) {
  const withinDays = policy.leadTimeDays
  return {
    available,
    incoming,
    not_in_store: unitsNotInStore(receipts),
    expected_daily_demand: dailyDemand ?? 0,
    days_until_stockout: daysUntilStockout,
    lead_time_stockout_probability:
      distribution &&
      stockoutProbability({ distribution, available: row.available, incoming: receipts, withinDays }),
  }
}

interface RowParts {
  one: Chosen
  whole: WholeList
  product: Product
  planning: Planning
  plan: ListedPlan | null
}

function toRow(parts: RowParts): OrderListRow {
  const { one, whole, product, planning, plan } = parts
  const { candidate, units } = one
  const packSize = product.pack_size
  const details = plan?.details ?? null
  const supplier = whole.suppliers.get(candidate.supplierId ?? 0)
  const prices = getPrices(candidate, { product, currency: whole.shop.currency })
  return {
    variantId: candidate.variantId,
    productId: product.product_id,
    title: product.title,
    sku: product.sku,
    vendor: product.vendor,
    abc: product.abc,
    xyz: product.xyz,
    available: product.available ?? 0,
    incoming: product.incoming,
    notInStore: product.not_in_store,
    arrivals: arrivalsOnWire(planning.incoming, whole.shop.today),
    averageDailyDemand: product.expected_daily_demand,
    daysLeft: product.days_until_stockout,
    stockoutProbability: product.lead_time_stockout_probability,
    orderBy: candidate.orderBy,
    due: candidate.due,
    supplier: supplier ? { id: supplier.id, name: supplier.name } : null,
    // What others ask is known for the whole order alone.
    alternatives: whole.shopUnits.has(candidate.variantId) ? [] : [...(details?.alternatives ?? [])],
    leadTime: details?.leadTime ?? ownLeadTime(planning),
    packSize,
    minimumUnits: plan?.minimumUnits ?? null,
    maximumUnits: plan?.maximumUnits ?? null,
    quantity: units,
    packs: units / packSize,
    need: whole.shopUnits.has(candidate.variantId) ? candidate.units : (details?.need ?? candidate.units),
    currency: supplier?.currency ?? whole.shop.currency,
    unitCostMinor: unitCostMinorAt(prices, units),
    costMinor: getCostMinor(prices, units),
    baseCostMinor: prices.unitCostMinor,
    priceBreaks: [...(candidate.priceBreaks ?? [])],
    shopCostMinor: getShopCost(prices, units),
    valueMinor: valueOfChosen(one),
    hasAssumedMargin: details?.hasAssumedMargin ?? false,
    ...getCoverage(parts),
    why: getWhy(parts),
    inDraft: whole.drafts.get(candidate.variantId) ?? null,
  }
}

/** Returns the lead time of a product without a supplier. */
function ownLeadTime({ policy }: Planning): OrderListRow['leadTime'] {
  const days = policy.leadTimeDays
  const nothing = { shortestDays: null, longestDays: null, p10: null, p50: null, p90: null }
  const learned = { orders: 0, ...nothing }
  return { days, p10: days, p90: days, source: policy.leadTimeSource, learned, statedDays: null }
}

function getCoverage({ one, planning }: RowParts): Pick<OrderListRow, 'coverageBefore' | 'coverageAfter'> {
  const { distribution, incoming, policy, row } = planning
  if (!distribution) return { coverageBefore: nothingKnown, coverageAfter: nothingKnown }
  const path = { distribution, available: row.available, incoming }
  const coverageBefore = coverage(stockoutFuturesAfterArrival(path))
  if (one.units === 0) return { coverageBefore, coverageAfter: coverageBefore }
  const order = { day: policy.leadTimeDays, units: one.units }
  return { coverageBefore, coverageAfter: coverage(futuresOfOrder({ ...path, order })) }
}

const nothingKnown: OrderListRow['coverageBefore'] = { low: null, middle: null, high: null, futures: [] }

/** Returns the coverage of ascending futures, of which one after the horizon is null. */
function coverage(futures: (number | null)[]): OrderListRow['coverageBefore'] {
  const at = (share: number) => futures[Math.floor(share * futures.length)] ?? null
  return { low: at(0.1), middle: at(0.5), high: at(0.9), futures }
}

function getWhy({ one, whole, plan, product }: RowParts): OrderReason[] {
  const { candidate, cut, addedUnits } = one
  const draft = whole.drafts.get(candidate.variantId)
  const why: OrderReason[] = plan
    ? [...plan.details.why]
    : [{ code: product.is_sold ? 'being_planned' : 'no_supplier' }]
  const shopUnits = whole.shopUnits.get(candidate.variantId)
  if (shopUnits !== undefined) why.push({ code: 'part_of_shop', shopUnits, units: candidate.units })
  if (addedUnits > 0) why.push({ code: 'supplier_minimum', addedUnits })
  if (cut !== null) why.push({ code: 'budget', ...cut })
  if (draft) {
    const missingUnits = Math.max(0, candidate.units - draft.units)
    why.push({ code: 'in_draft', number: draft.number, units: draft.units, missingUnits })
  }
  return why
}
