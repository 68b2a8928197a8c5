import type { orderListQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { dayFromEpoch } from '../../../calendar.ts'
import type { Context } from '../../../verb-context.ts'
import { findShopDay, type ShopDay } from '../../catalog/index.ts'
import { type DraftedVariant, listDraftLines } from '../../purchasing/index.ts'
import { shopCostOf } from '../plans/order-plan.ts'
import { type Chosen, chooseQuantities, type Missing, valueOfChosen } from './choose-quantities.ts'
import { type ListedSupplier, listCandidates, listListedSuppliers } from './list-queries.ts'
import { listSteps } from './step-queries.ts'

export type ListQuery = z.output<typeof orderListQuerySchema>

const SOON_DAYS = 7

/** The whole list with its quantities, before it is filtered and cut into pages. */
export interface WholeList {
  chosen: Chosen[]
  missing: Missing
  suppliers: ReadonlyMap<number, ListedSupplier>
  drafts: ReadonlyMap<number, DraftedVariant>
  shop: ShopDay
}

/** Reads all variants that may be ordered and decides their quantities. */
export async function findWholeList(context: Context<'clock'>, query: ListQuery): Promise<WholeList> {
  const { merchantId, tx } = context
  const shop = await findShopDay(context)
  const candidates = await listCandidates(tx, {
    ...query,
    merchantId,
    today: dayFromEpoch(shop.today),
    soonUntil: dayFromEpoch(shop.today + SOON_DAYS),
  })
  const supplierIds = [...new Set(candidates.flatMap(({ supplierId }) => supplierId ?? []))]
  const suppliers = await listListedSuppliers(tx, { merchantId, supplierIds })
  const lines = await listDraftLines(tx, { merchantId, variantIds: null })
  const drafts = new Map(lines.map((line) => [line.variantId, line]))
  const { chosen, missing } = await chooseQuantities({
    candidates,
    drafted: new Set(drafts.keys()),
    suppliers,
    budget: query.budget,
    readSteps: (variantIds) => listSteps(tx, { merchantId, variantIds }),
  })
  return { chosen, missing, suppliers, drafts, shop }
}

/** Returns the rows that fit the query, sorted. Rows without a known cost come last when costs are compared. */
export function shownRows({ chosen }: WholeList, query: ListQuery): Chosen[] {
  const shown = chosen.filter(
    ({ candidate }) =>
      candidate.isFound && candidate.isInClasses && (query.due === undefined || candidate.due === query.due),
  )
  const direction = query.order === 'asc' ? 1 : -1
  const keys = new Map(shown.map((one) => [one, sortKey(one, query.sort)]))
  return shown.sort((a, b) => {
    const [one, other] = [keys.get(a) ?? null, keys.get(b) ?? null]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byId(a, b)
    return one < other ? -direction : one > other ? direction : byId(a, b)
  })
}

function byId(a: Chosen, b: Chosen): number {
  return a.candidate.variantId - b.candidate.variantId
}

function sortKey(one: Chosen, sort: ListQuery['sort']): string | number | null {
  const { candidate } = one
  const cost = candidate.prices && shopCostOf(candidate.prices, one.units)
  switch (sort) {
    case 'orderBy':
      return candidate.orderBy
    case 'title':
      return candidate.titleKey
    case 'daysLeft':
      return candidate.daysLeft
    case 'cost':
      return cost
    case 'value':
      return valueOfChosen(one)
    case 'valuePerCost': {
      const value = valueOfChosen(one)
      return value === null || !cost ? null : value / cost
    }
  }
}
