import type { OrderList } from '@stockcast/contract'
import { dayFromEpoch } from '../../../kernel/calendar.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { findToMake } from '../../../planning/index.ts'
import { getShopCost } from '../plans/order-plan.ts'
import { type Chosen, valueOfChosen } from './choose-quantities.ts'
import type { ListQuery } from './list-queries.ts'
import { listRows } from './list-rows.ts'
import { supplierSubtotals } from './supplier-subtotals.ts'
import { findWholeList, shownRows } from './whole-list.ts'

/** Returns what to order, in the order of the query. */
export async function getOrderList(context: Context<'clock'>, query: ListQuery): Promise<OrderList> {
  const { merchantId, tx } = context
  const whole = await findWholeList(context, query)
  const { chosen, shop } = whole
  const listed = shownRows(whole, query)
  const from = (query.page - 1) * query.pageSize
  const page = listed.slice(from, from + query.pageSize)
  const counts = { due: 0, soon: 0, not_yet: 0 }
  for (const { candidate } of chosen) if (candidate.isFound !== false) counts[candidate.due]++
  return {
    rows: await listRows(tx, { merchantId, whole, chosen: page, location: query.location }),
    quantitiesFor: whole.quantitiesFor,
    total: listed.length,
    counts,
    totals: getTotals(chosen, query.budget),
    suppliers: await supplierSubtotals(tx, { merchantId, whole }),
    toMake: await findToMake(tx, { merchantId, today: shop.today }),
    currency: shop.currency,
    page: query.page,
    pageSize: query.pageSize,
    today: dayFromEpoch(shop.today),
    stockAsOf: shop.stockAsOf,
    forecastAsOf: shop.forecastAsOf,
  }
}

function getTotals(chosen: readonly Chosen[], budget: number | undefined): OrderList['totals'] {
  const ordered = chosen.filter(({ units }) => units > 0)
  const costs = ordered.map(({ candidate, units }) => getShopCost(candidate, units))
  return {
    rows: ordered.length,
    units: ordered.reduce((sum, { units }) => sum + units, 0),
    costMinor: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    valueMinor: ordered.reduce((sum, one) => sum + (valueOfChosen(one) ?? 0), 0),
    rowsWithoutCost: costs.filter((cost) => cost === null).length,
    budgetMinor: budget ?? null,
    rowsCut: chosen.filter(({ cut }) => cut !== null).length,
  }
}
