import { setTimeout as sleep } from 'node:timers/promises'
import type { Merchant } from '../product/merchant.ts'

const PATHS = ['/api/session', '/api/dashboard', '/api/products?pageSize=100', '/api/alerts?status=active']
const VISITS_EVERY_MS = 500

/** How long each request took, in milliseconds, in the two products. */
export interface VisitTimes {
  beside: number[]
  without: number[]
}

/**
 * Opens the same screens in two equal products by turns, so that other load on the machine affects both. The
 * first one alternates.
 */
export async function visitByTurns(
  merchants: Record<keyof VisitTimes, Merchant>,
  signal: AbortSignal,
): Promise<VisitTimes> {
  const times: VisitTimes = { beside: [], without: [] }
  for (let turn = 0; !signal.aborted; turn++) {
    const path = PATHS[turn % PATHS.length]!
    const order = (turn >> 2) % 2 === 0 ? (['beside', 'without'] as const) : (['without', 'beside'] as const)
    for (const which of order) {
      const start = performance.now()
      await merchants[which].get(path)
      times[which].push(performance.now() - start)
    }
    await sleep(VISITS_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  return times
}
