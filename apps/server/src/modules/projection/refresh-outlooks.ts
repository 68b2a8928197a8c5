import { SALES_WINDOW_DAYS, STALE_AFTER_MINUTES } from '@stockcast/contract'
import type { ReplenishmentPolicy, VariantFacts } from '@stockcast/forecasting/decisions'
import { dayFromEpoch, epochDay, today as todayOf } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import {
  arrivalsOf,
  averageDailySales,
  deriveOutlook,
  isQuiet,
  lawToday,
  type StockOutlook,
  type VariantState,
} from './derive-outlook.ts'
import type { ProjectionPorts, ProjectionSources } from './ports.ts'
import {
  findMerchantCalendar,
  listVariantStates,
  lockOutlooks,
  type MerchantCalendar,
  saveOutlooks,
} from './queries.ts'

export interface RefreshRequest {
  merchantId: number
  /** null: every variant. */
  variantIds: readonly number[] | null
  isChangeOfSettings?: boolean | undefined
}

/**
 * Derives the stock projections of these variants (or of all) from stored data, then calls the subscribers,
 * in one transaction. It fits no model.
 */
export async function refreshStockOutlooks(
  kernel: Pick<Kernel, 'clock' | 'db' | 'live'>,
  { sources, subscribers }: ProjectionPorts,
  { merchantId, variantIds, isChangeOfSettings = false }: RefreshRequest,
): Promise<void> {
  await kernel.db.withTenant(merchantId, async (tx) => {
    await lockOutlooks(tx, merchantId)
    const merchant = await findMerchantCalendar(tx, merchantId)
    if (!merchant) return
    const today = epochDay(todayOf(kernel.clock, merchant.timeZone))
    const at = kernel.clock.now()
    const { outlooks, facts } = await deriveAll(tx, sources, { merchantId, variantIds, today, at })
    await saveOutlooks(tx, { merchantId, outlooks })
    await kernel.live.publish(tx, merchantId, { type: 'stock' })
    const refreshed = {
      merchantId,
      variantIds,
      today,
      at,
      countryCode: merchant.countryCode,
      hasForecasts: merchant.forecastAsOf !== null,
      isStale: isStale(merchant, kernel.clock.now()),
      isChangeOfSettings,
      facts,
    }
    for (const onRefreshed of subscribers) await onRefreshed(tx, refreshed)
  })
}

function isStale({ hasStore, stockAsOf }: MerchantCalendar, now: Date): boolean {
  if (!hasStore || stockAsOf === null) return false
  return now.getTime() - stockAsOf.getTime() > STALE_AFTER_MINUTES * 60_000
}

async function deriveAll(
  tx: Tx,
  sources: ProjectionSources,
  args: { merchantId: number; variantIds: readonly number[] | null; today: number; at: Date },
): Promise<{ outlooks: StockOutlook[]; facts: VariantFacts[] }> {
  const { merchantId, variantIds, today, at } = args
  const policyOf = await sources.findPolicies(tx, merchantId)
  const states = await listVariantStates(tx, {
    merchantId,
    variantIds,
    today: dayFromEpoch(today),
    windowStart: dayFromEpoch(today - SALES_WINDOW_DAYS),
  })
  const stock = new Map(states.map((state) => [state.variantId, state]))
  const acts = await sources.followActs(tx, { merchantId, variantIds, stock, today, at })
  const outlooks: StockOutlook[] = []
  const facts: VariantFacts[] = []
  for (let start = 0; start < states.length; start += statesPerTurn) {
    for (const state of states.slice(start, start + statesPerTurn)) {
      const noted = acts.arrivals.get(state.variantId) ?? []
      const isSilenced = acts.silenced.has(state.variantId)
      const policy = policyOf(state.override)
      const derived = derive({ ...state, noted }, { policy, today, isSilenced })
      outlooks.push(derived.outlook)
      facts.push(derived.facts)
    }
    await nextTurn()
  }
  return { outlooks, facts }
}

/** About 0.2 ms each, so the event loop is never blocked for long. */
const statesPerTurn = 200

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function derive(
  state: VariantState,
  { policy, today, isSilenced }: { policy: ReplenishmentPolicy; today: number; isSilenced: boolean },
) {
  const law = lawToday(state.forecast, today)
  const facts: VariantFacts = {
    variantId: state.variantId,
    available: state.available,
    incoming: arrivalsOf(state, policy.leadTimeDays),
    policy,
    law,
    averageDailySales: averageDailySales(state),
    isQuiet: isQuiet(state),
    isSilenced,
  }
  return { outlook: deriveOutlook({ state, law, policy, today }), facts }
}
