import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../launch/database.ts'
import type { Sandbox } from '../launch/sandbox.ts'

const LOOK_EVERY_MS = 20
const BACK_PATIENCE_MS = 120_000
/** Pause before a change is repeated whose webhook the product may have missed. */
const CHANGE_AGAIN_MS = 3000

/** A store whose stock changes show whether the product works. */
export interface Probe {
  merchantId: number
  shop: string
  variantId: string
  locationId: string
}

export interface Probed {
  url: string
  sandbox: Sandbox
  database: Database
  probe: Probe
}

/** Returns the tracked variant of a store that a probe changes. */
export async function probeOf(sandbox: Sandbox, store: { merchantId: number; shop: string }): Promise<Probe> {
  const variant = (await sandbox.variants(store.shop)).find((each) => each.isTracked)
  const [level] = variant?.levels ?? []
  if (!variant || !level) throw new Error('the probed store has no stock')
  return { ...store, variantId: variant.variantId, locationId: level.locationId }
}

/** Waits until the product is ready and has applied a change made from now on. Returns the seconds. */
export async function untilBack(probed: Probed): Promise<number> {
  const start = performance.now()
  // A process killed just now may still count as running.
  await sleep(LOOK_EVERY_MS)
  await until('ready', () => isReady(probed.url))
  await untilApplied(probed)
  return (performance.now() - start) / 1000
}

export async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })
  return answer.ok
}

/** Adds a unit to the store and waits until the product shows it. */
async function untilApplied({ sandbox, database, probe }: Probed): Promise<void> {
  const before = await stockOf(database, probe)
  let changedAt = Number.NEGATIVE_INFINITY
  await until('applying', async () => {
    if (performance.now() - changedAt > CHANGE_AGAIN_MS) {
      changedAt = performance.now()
      await sandbox.receive(probe.shop, probe.variantId, probe.locationId, 1)
    }
    return (await stockOf(database, probe)) > before
  })
}

async function stockOf(database: Database, probe: Probe): Promise<number> {
  const [row] = await database.rows<{ available: number }>(
    'select available from inventory_levels where merchant_id = $1 and variant_id = $2 and location_id = $3',
    [probe.merchantId, probe.variantId, probe.locationId],
  )
  return row?.available ?? 0
}

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + BACK_PATIENCE_MS
  while (performance.now() < end) {
    if (await isSo().catch(() => false)) return
    await sleep(LOOK_EVERY_MS)
  }
  throw new Error(`not ${what} again within two minutes`)
}
