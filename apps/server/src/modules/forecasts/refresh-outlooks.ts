import { SALES_WINDOW_DAYS, STALE_AFTER_MINUTES, shopFormats } from '@stockcast/contract'
import type { VariantFacts } from '@stockcast/forecasting/decisions'
import { dayFromEpoch, epochDay, today as todayOf } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { followActs } from '../acts/index.ts'
import { endCooldown, updateAlerts } from '../alerts/index.ts'
import {
  arrivalsOf,
  averageDailySales,
  deriveOutlook,
  findMerchantCalendar,
  isQuiet,
  lawToday,
  listVariantStates,
  lockOutlooks,
  type MerchantCalendar,
  type StockOutlook,
  saveOutlooks,
  type VariantState,
} from '../projection/index.ts'
import { effectivePolicy, findServiceLevel, findSettings } from '../settings/index.ts'
import { deriveSums } from '../trends/index.ts'

type Settings = Awaited<ReturnType<typeof findSettings>>

/**
 * Derives the outlooks of these variants (or of all) from what is stored, then the alerts, in one transaction. Fits
 * nothing. Alerts begin with the first complete forecast: before it the sales may still be arriving.
 */
export async function refreshStockOutlooks(
  kernel: Kernel,
  args: {
    merchantId: number
    variantIds: readonly number[] | null
    isChangeOfSettings?: boolean | undefined
  },
): Promise<void> {
  const { merchantId, variantIds } = args
  await kernel.db.withTenant(merchantId, async (tx) => {
    await lockOutlooks(tx, merchantId)
    const merchant = await findMerchantCalendar(tx, merchantId)
    if (!merchant) return
    const today = epochDay(todayOf(kernel.clock, merchant.timeZone))
    const at = kernel.clock.now()
    const { outlooks, facts } = await deriveAll(tx, { merchantId, variantIds, today, at })
    await saveOutlooks(tx, { merchantId, outlooks })
    await deriveSums(tx, { merchantId, variantIds, today })
    await kernel.live.publish(tx, merchantId, { type: 'stock' })
    if (merchant.forecastAsOf === null) return
    if (args.isChangeOfSettings) await endCooldown(tx, { merchantId, variantIds, at })
    const isWholeCatalog = variantIds === null
    const mayOpen = !isStale(merchant, kernel.clock.now())
    const formats = shopFormats(merchant.countryCode)
    await updateAlerts(kernel, tx, { merchantId, today, formats, facts, isWholeCatalog, mayOpen })
  })
}

/** Old figures raise no alert; they may still close one. */
function isStale({ hasStore, stockAsOf }: MerchantCalendar, now: Date): boolean {
  if (!hasStore || stockAsOf === null) return false
  return now.getTime() - stockAsOf.getTime() > STALE_AFTER_MINUTES * 60_000
}

async function deriveAll(
  tx: Tx,
  args: { merchantId: number; variantIds: readonly number[] | null; today: number; at: Date },
): Promise<{ outlooks: StockOutlook[]; facts: VariantFacts[] }> {
  const { merchantId, variantIds, today, at } = args
  const settings = await findSettings(tx, merchantId)
  const serviceLevel = await findServiceLevel(tx, merchantId)
  const states = await listVariantStates(tx, {
    merchantId,
    variantIds,
    today: dayFromEpoch(today),
    windowStart: dayFromEpoch(today - SALES_WINDOW_DAYS),
  })
  const stock = new Map(states.map((state) => [state.variantId, state]))
  const acts = await followActs(tx, { merchantId, variantIds, stock, today, at })
  const outlooks: StockOutlook[] = []
  const facts: VariantFacts[] = []
  for (let start = 0; start < states.length; start += statesPerTurn) {
    for (const state of states.slice(start, start + statesPerTurn)) {
      const noted = acts.arrivals.get(state.variantId) ?? []
      const isSilenced = acts.silenced.has(state.variantId)
      const derived = derive({ ...state, noted }, { settings, serviceLevel, today, isSilenced })
      outlooks.push(derived.outlook)
      facts.push(derived.facts)
    }
    await nextTurn()
  }
  return { outlooks, facts }
}

/** About 0.2 ms each: the event loop is never held for long. */
const statesPerTurn = 200

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function derive(
  state: VariantState,
  context: { settings: Settings; serviceLevel: number; today: number; isSilenced: boolean },
) {
  const { settings, serviceLevel, today, isSilenced } = context
  const law = lawToday(state.forecast, today)
  const policy = effectivePolicy(settings, state.override, serviceLevel)
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
