import { setImmediate as nextTurn } from 'node:timers/promises'
import { SALES_WINDOW_DAYS } from '@stockcast/contract'
import type { DemandDistribution, ReplenishmentPolicy, VariantFacts } from '@stockcast/forecasting/decisions'
import { dayFromEpoch, epochDay, today as todayOf } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { isStale } from '../../kernel/shop-facts/is-stale.ts'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import { type NamedRefresh, queueRefresh } from '../../store/index.ts'
import { makePolicy, partPrices, projectBundles } from '../bundles/project-bundles.ts'
import { addBundlesAbove } from '../bundles/queries.ts'
import { readBundles, type ShopBundles } from '../bundles/shop-bundles.ts'
import { addClasses } from './add-classes.ts'
import { saveClasses } from './class-queries.ts'
import { stockOfOrders } from './date-incoming.ts'
import {
  averageDailySales,
  deriveProjection,
  distributionToday,
  getReceipts,
  isQuiet,
  type StockProjection,
  type VariantState,
} from './derive-projection.ts'
import type { ProjectionPorts, ProjectionSources, RefreshedProjection } from './ports.ts'
import { lockProjections, readVariantStates, saveProjections } from './queries.ts'

export interface RefreshRequest {
  merchantId: number
  /** null: every variant. */
  variantIds: readonly number[] | null
  partOfAll?: RefreshedProjection['partOfAll']
  isChangeOfSettings?: boolean | undefined
  /**
   * Stores that the shop's forecasts are complete. It runs in the same transaction, so that nobody sees complete
   * forecasts without their projection and alerts.
   */
  completeForecasts?: (tx: Tx) => Promise<void>
}

/**
 * Derives the stock projections of these variants (or of all) from stored data, then calls the subscribers,
 * in one transaction. It fits no model.
 */
export async function refreshProjections(
  kernel: Pick<Kernel, 'clock' | 'db' | 'live'>,
  ports: ProjectionPorts,
  request: RefreshRequest,
): Promise<void> {
  await kernel.db.withTenant(request.merchantId, async (tx) => {
    await lockProjections(tx, request.merchantId)
    await refreshLocked(kernel, ports, tx, request)
  })
}

/** Variants that one job refreshes, so that others have their turns in between. */
const VARIANTS_PER_JOB = 500

/** Does the work of a job: refreshes some of its variants, or all without a list, and queues the rest in the same transaction. */
export async function refreshNamed(
  kernel: Pick<Kernel, 'clock' | 'db' | 'jobs' | 'live'>,
  ports: ProjectionPorts,
  { merchantId, variantIds, isChangeOfSettings = false }: NamedRefresh,
): Promise<void> {
  await kernel.db.withTenant(merchantId, async (tx) => {
    await lockProjections(tx, merchantId)
    const some = variantIds?.slice(0, VARIANTS_PER_JOB) ?? null
    const rest = variantIds?.slice(VARIANTS_PER_JOB) ?? []
    await refreshLocked(kernel, ports, tx, { merchantId, variantIds: some, isChangeOfSettings })
    await queueRefresh(kernel, tx, { merchantId, variantIds: rest, isChangeOfSettings })
  })
}

/** Does the same in a transaction that holds the merchant's lock on the stock projections. */
export async function refreshLocked(
  kernel: Pick<Kernel, 'clock' | 'live'>,
  { sources, subscribers }: ProjectionPorts,
  tx: Tx,
  { merchantId, partOfAll = null, isChangeOfSettings = false, completeForecasts, ...request }: RefreshRequest,
): Promise<void> {
  const shop = await findShopFacts(tx, merchantId)
  if (!shop) return
  const variantIds =
    request.variantIds && (await addBundlesAbove(tx, { merchantId, variantIds: request.variantIds }))
  const today = epochDay(todayOf(kernel.clock, shop.timeZone))
  const at = kernel.clock.now()
  const { projections, facts } = await deriveAll(tx, sources, {
    merchantId,
    variantIds,
    partOfAll,
    today,
    at,
  })
  const classed = await addClasses(tx, { merchantId, variantIds, projections })
  await saveProjections(tx, { merchantId, projections: classed.projections })
  if (partOfAll === null ? classed.haveMoved : partOfAll === 'last') await saveClasses(tx, merchantId)
  await kernel.live.publish(tx, merchantId, { type: 'stock' })
  const refreshed = {
    merchantId,
    variantIds,
    partOfAll,
    today,
    at,
    countryCode: shop.countryCode,
    hasForecasts: shop.forecastAsOf !== null || completeForecasts !== undefined,
    isStale: isStale(shop, at),
    isChangeOfSettings,
    facts,
  }
  for (const onRefreshed of subscribers) await onRefreshed(tx, refreshed)
  await completeForecasts?.(tx)
}

async function deriveAll(
  tx: Tx,
  sources: ProjectionSources,
  args: Pick<RefreshedProjection, 'merchantId' | 'variantIds' | 'partOfAll' | 'today' | 'at'>,
): Promise<{ projections: readonly StockProjection[]; facts: VariantFacts[] }> {
  const { merchantId, variantIds, partOfAll, today, at } = args
  const getPolicy = await sources.findPolicies(tx, { merchantId, variantIds, today })
  const bundles = await readBundles(tx, { merchantId, variantIds, today })
  const states = await readStates(tx, { merchantId, variantIds, today })
  const policyToMake = makePolicy(bundles, states)
  const variantStates = states.map(({ state }) => state)
  const prices = partPrices(bundles, variantStates)
  const receipts = await sources.listStoreReceipts(tx, { merchantId, variantIds, today })
  const receiptsFor = (variantId: number) => receipts.get(variantId) ?? []
  const stock = new Map(
    states.map(({ state: { variantId: id, available, incoming } }) => {
      const ofOrders = stockOfOrders({ available, incoming }, receiptsFor(id))
      return [id, { available, incoming, ofOrders }]
    }),
  )
  const actions = await sources.followActions(tx, { merchantId, variantIds, stock, today, at })
  const known = states.map(({ state, distribution }) => {
    const openOrders = actions.scheduledReceipts.get(state.variantId) ?? []
    const isSnoozed = actions.snoozed.has(state.variantId)
    const policy = policyToMake(state.variantId, getPolicy(state.variantId, state.override))
    const complete = {
      ...state,
      isBundle: bundles.of(state.variantId) !== undefined && bundles.of(state.variantId)?.kind !== 'assembly',
      price: prices.get(state.variantId) ?? state.price,
      storeReceipts: receiptsFor(state.variantId),
      openOrders,
    }
    const ofBundle = bundleFacts(bundles, complete)
    return {
      state: complete,
      facts: { ...getFacts(complete, { distribution, policy, isSnoozed }), ...ofBundle },
    }
  })
  const facts = known.map((one) => one.facts)
  const bought = facts.filter(({ variantId }) => bundles.of(variantId) === undefined)
  const plans = await sources.planOrders(tx, { merchantId, variantIds, partOfAll, today, facts: bought })
  const projections: StockProjection[] = []
  for (let start = 0; start < known.length; start += STATES_PER_TURN) {
    for (const { state, facts: own } of known.slice(start, start + STATES_PER_TURN)) {
      own.planned = plans.get(state.variantId) ?? null
      projections.push(deriveProjection({ state, ...own, today }))
    }
    await nextTurn()
  }
  return { projections: projectBundles(bundles, projections), facts }
}

/** Returns each state with its demand distribution, which takes the place of the stored one in memory. */
async function readStates(
  tx: Tx,
  args: { merchantId: number; variantIds: readonly number[] | null; today: number },
): Promise<{ state: VariantState; distribution: DemandDistribution | null }[]> {
  const { merchantId, variantIds, today } = args
  const states: { state: VariantState; distribution: DemandDistribution | null }[] = []
  const parts = readVariantStates(tx, {
    merchantId,
    variantIds,
    today: dayFromEpoch(today),
    windowStart: dayFromEpoch(today - SALES_WINDOW_DAYS),
  })
  for await (const part of parts) {
    for (const state of part) {
      const distribution = distributionToday(state.forecast, today)
      states.push({ state: { ...state, forecast: null }, distribution })
    }
  }
  return states
}

/** About 0.2 ms each. A job of somebody else takes dozens of turns, and waits in each of them. */
const STATES_PER_TURN = 5

/** Returns what an alert says of a bundle on sale: a part that the store has deleted, and whether it is made in advance. */
function bundleFacts(
  bundles: ShopBundles,
  { variantId, isOnSale }: VariantState,
): Pick<VariantFacts, 'isMade' | 'missingPart'> {
  const bundle = bundles.of(variantId)
  if (!bundle) return {}
  const missing = bundles.getParts(variantId).find(({ isThere }) => !isThere)
  return {
    isMade: bundle.kind === 'assembly',
    ...(isOnSale && { missingPart: missing?.title ?? null }),
  }
}

function getFacts(
  state: VariantState,
  known: { distribution: DemandDistribution | null; policy: ReplenishmentPolicy; isSnoozed: boolean },
): VariantFacts {
  const { distribution, policy, isSnoozed } = known
  return {
    variantId: state.variantId,
    available: state.available,
    incoming: getReceipts(state, policy.leadTimeDays),
    policy,
    distribution,
    averageDailySales: averageDailySales(state),
    isQuiet: isQuiet(state),
    isSnoozed,
  }
}
