import type { OpenDraft, OrderList } from '@stockcast/contract'
import { dayFromEpoch } from '../../../kernel/calendar.ts'
import type { Tx, VariantsKey } from '../../../kernel/database/app-database.ts'
import { listOpenDrafts } from '../../../kernel/database/ordering.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { findShopDay, type ShopDay } from '../../../planning/index.ts'
import { getShopCost } from '../plans/order-plan.ts'
import { type Chosen, chooseQuantities, type Missing, valueOfChosen } from './choose-quantities.ts'
import {
  type Candidate,
  type ListedSupplier,
  type ListQuery,
  listCandidates,
  listListedSuppliers,
} from './list-queries.ts'
import { partOfLocation, stepsOfPart } from './part-of-location.ts'
import { listSteps, type PlanSteps } from './step-queries.ts'

const SOON_DAYS = 7

/** The whole list with its quantities, before it is filtered and cut into pages. */
export interface WholeList {
  chosen: Chosen[]
  missing: Missing
  suppliers: ReadonlyMap<number, ListedSupplier>
  drafts: ReadonlyMap<number, OpenDraft>
  shop: ShopDay
  quantitiesFor: OrderList['quantitiesFor']
  /** The shop's units of the products whose order is split among locations. */
  shopUnits: ReadonlyMap<number, number>
}

/** Reads all variants that may be ordered and decides their quantities. */
export async function findWholeList(context: Context<'clock'>, query: ListQuery): Promise<WholeList> {
  const { merchantId, tx } = context
  const shop = await findShopDay(context)
  const found = await listCandidates(tx, {
    ...query,
    merchantId,
    today: dayFromEpoch(shop.today),
    soonUntil: dayFromEpoch(shop.today + SOON_DAYS),
  })
  const supplierIds = [...new Set(found.flatMap(({ supplierId }) => supplierId ?? []))]
  const suppliers = await listListedSuppliers(tx, { merchantId, supplierIds })
  const { location } = query
  const { candidates, ...part } =
    location === undefined
      ? { candidates: found, quantitiesFor: 'shop' as const, shopUnits: new Map<number, number>() }
      : await partOfLocation(tx, { merchantId, location, candidates: found })
  const isPart = part.quantitiesFor === 'location'
  const drafts = await listOpenDrafts(tx, { merchantId, variantIds: null, ...(isPart && { location }) })
  const { chosen, missing } = await chooseQuantities({
    candidates,
    drafted: new Set(drafts.keys()),
    suppliers,
    budget: query.budget,
    isPart,
    readSteps: (variantIds) =>
      readSteps(tx, { merchantId, variantIds, candidates, shopUnits: part.shopUnits }),
  })
  return { chosen, missing, suppliers, drafts, shop, ...part }
}

/** Returns the steps of plans; of an order that is split among locations, those of the part. */
async function readSteps(
  tx: Tx,
  args: VariantsKey & { candidates: readonly Candidate[]; shopUnits: WholeList['shopUnits'] },
): Promise<Map<number, PlanSteps>> {
  const { candidates, shopUnits } = args
  const steps = await listSteps(tx, args)
  if (shopUnits.size === 0) return steps
  const candidateOf = new Map(candidates.map((candidate) => [candidate.variantId, candidate]))
  return new Map(
    [...steps].map(([variantId, own]) => {
      const of = shopUnits.get(variantId)
      const { packSize = 1, units = 0 } = candidateOf.get(variantId) ?? {}
      return [variantId, of === undefined ? own : stepsOfPart(own, { units, of, packSize })]
    }),
  )
}

/** Returns the rows that fit the query, sorted. Rows without a known cost come last when costs are compared. */
export function shownRows({ chosen }: WholeList, query: ListQuery): Chosen[] {
  const shown = chosen
    .filter(
      ({ candidate }) =>
        candidate.isFound !== false &&
        candidate.isInClasses !== false &&
        (query.due === undefined || candidate.due === query.due),
    )
    .map((one) => ({ one, key: sortKey(one, query.sort) }))
  const known = shown.filter(({ key }) => key !== null) as { one: Chosen; key: string | number }[]
  const direction = query.order === 'asc' ? 1 : -1
  // Both are stable, and the rows come in the order of their variants.
  known.sort((a, b) => (a.key < b.key ? -direction : a.key > b.key ? direction : 0))
  return [...known, ...shown.filter(({ key }) => key === null)].map(({ one }) => one)
}

function sortKey(one: Chosen, sort: ListQuery['sort']): string | number | null {
  const { candidate } = one
  switch (sort) {
    case 'orderBy':
      return candidate.orderBy
    case 'title':
    case 'daysLeft':
      return candidate.sortKey
    case 'cost':
      return getShopCost(candidate, one.units)
    case 'value':
      return valueOfChosen(one)
    case 'valuePerCost': {
      const cost = getShopCost(candidate, one.units)
      const value = valueOfChosen(one)
      return value === null || !cost ? null : value / cost
    }
  }
}
