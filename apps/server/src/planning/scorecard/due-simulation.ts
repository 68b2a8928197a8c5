import { HOUR_MS } from '@stockcast/contract'
import { epochDay, startOfNextDay, today, toInstant } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { AT_ONCE } from '../../kernel/due/due-kinds.ts'
import { clearDue, lockDue, setDue } from '../../kernel/due/queries.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import { findLeadTimesDigest, findScorecardState } from './queries.ts'

/** Days after which the scorecard is computed again. */
const EVERY_DAYS = 7
/** A simulation that has not succeeded by then is sent again. */
export const SIMULATION_LEASE_MS = HOUR_MS

type State =
  /** No forecast was made yet; the first one sends a simulation. */
  | { kind: 'no_forecast' }
  /** The forecast at the end of the sync sends a simulation. */
  | { kind: 'syncing' }
  | { kind: 'due' }
  | { kind: 'later'; at: Date }

/**
 * Returns whether a simulation is due: the merchant has forecasts, but no scorecard, one that is a week old, or
 * one computed with other lead times.
 */
export async function simulationState(
  kernel: Pick<Kernel, 'clock'>,
  tx: Tx,
  merchantId: number,
): Promise<State> {
  const shop = await findShopFacts(tx, merchantId)
  if (!shop || shop.forecastAsOf === null) return { kind: 'no_forecast' }
  const { isSyncing, origin, leadTimesDigest } = await findScorecardState(tx, merchantId)
  if (isSyncing) return { kind: 'syncing' }
  const { timeZone } = shop
  const yesterday = epochDay(today(kernel.clock, timeZone)) - 1
  if (origin === null || yesterday - epochDay(origin) >= EVERY_DAYS) return { kind: 'due' }
  if (leadTimesDigest !== (await findLeadTimesDigest(tx, merchantId))) return { kind: 'due' }
  return { kind: 'later', at: nextSimulationAt(epochDay(origin), timeZone) }
}

/** Returns when the scorecard of this origin, which was yesterday when it was computed, is a week old. */
function nextSimulationAt(origin: number, timeZone: string): Date {
  return toInstant(origin + 1 + EVERY_DAYS, 0, timeZone)
}

const toKey = (merchantId: number) => ({ kind: 'simulation', merchantId }) as const

/** Returns whether a simulation is to be run now. If not, notes when it is due. */
export async function beginSimulation(
  kernel: Pick<Kernel, 'clock'>,
  tx: Tx,
  merchantId: number,
): Promise<boolean> {
  const key = toKey(merchantId)
  await lockDue(tx, key)
  const state = await simulationState(kernel, tx, merchantId)
  if (state.kind === 'no_forecast') await clearDue(tx, key)
  else await setDue(tx, { ...key, dueAt: state.kind === 'later' ? state.at : leaseFrom(kernel) })
  return state.kind === 'due'
}

/** Returns when a simulation that was begun or sent now, and does not succeed, is due again. */
export function leaseFrom({ clock }: Pick<Kernel, 'clock'>): Date {
  return new Date(clock.now().getTime() + SIMULATION_LEASE_MS)
}

/**
 * Records when a simulation is due after one with these lead times: at once when they have changed since. A shop without sales
 * of tracked stock, which has no origin, is tried again when its next day begins.
 */
export async function endSimulation(
  kernel: Pick<Kernel, 'clock'>,
  tx: Tx,
  done: { merchantId: number; timeZone: string; origin: number | null; leadTimesDigest: string },
): Promise<void> {
  const { merchantId, timeZone, origin } = done
  const key = toKey(merchantId)
  await lockDue(tx, key)
  const isSame = done.leadTimesDigest === (await findLeadTimesDigest(tx, merchantId))
  const later =
    origin === null ? startOfNextDay(kernel.clock.now(), timeZone) : nextSimulationAt(origin, timeZone)
  await setDue(tx, { ...key, dueAt: isSame ? later : AT_ONCE })
}
