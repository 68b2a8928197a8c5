import { firstMessage } from './messages.ts'
import {
  allQuiet,
  faultsAfterwards,
  keepSelling,
  type OpenStore,
  type Product,
  reconnectLost,
  startSync,
} from './products.ts'
import { type Busiest, fail, judgeShop, judgeVisits, print } from './verdict.ts'
import { visitByTurns } from './visitor.ts'

const LEAST_AFTER_MS = 20_000
const MINUTE_MS = 60_000

/** The same stores in two products; in one of them providers fail for a while. */
export interface Pair {
  broken: Product
  calm: Product
  /** Each store with its equal in the calm product. */
  stores: readonly { broken: OpenStore; calm: OpenStore }[]
  /** The merchant whose screens are timed. */
  demoUser: { broken: OpenStore; calm: OpenStore }
}

/** A fault for one store, or for all that there are. */
export interface Breakage {
  kind: string
  /** Name of the affected store; null for all stores. */
  shop: string | null
}

/**
 * Enables the faults, waits, disables them, waits until all work is done, and checks messages and stored
 * data.
 */
export async function breakShops(pair: Pair, breakages: readonly Breakage[], minutes: number): Promise<void> {
  const { broken, calm, stores, demoUser } = pair
  const start = performance.now()
  for (const { kind, shop } of breakages) await broken.sandbox.setFault(kind, shop ?? undefined)
  await syncAll(pair)
  const end = AbortSignal.timeout(minutes * MINUTE_MS)
  const notified = Promise.all(stores.map((store) => firstMessage(store.broken.merchant, end)))
  const calmNotified = Promise.all(stores.map((store) => firstMessage(store.calm.merchant, end)))
  const sides = [sideOf(pair, 'broken'), sideOf(pair, 'calm')]
  const merchants = { beside: demoUser.broken.merchant, without: demoUser.calm.merchant }
  const [times] = await Promise.all([visitByTurns(merchants, end), keepSelling(sides, end)])
  await calmNotified
  const during = await busiestOf(broken, sides[0]!.stores, secondsSince(start))

  await broken.sandbox.setFault('none')
  const repaired = performance.now()
  await reconnectLost(broken, sides[0]!.stores)
  await syncAll(pair)
  await keepSelling(sides, AbortSignal.timeout(LEAST_AFTER_MS))
  // A revoked token may have been noticed only now.
  await reconnectLost(broken, sides[0]!.stores)
  const quiet = await allQuiet(broken, sides[0]!.stores)
  await allQuiet(calm, sides[1]!.stores)
  const after = await busiestOf(broken, sides[0]!.stores, secondsSince(repaired))
  // Both stores do the same, so the busiest second of the calm one is the normal load.
  const normal = Math.max(...(await busiestOf(calm, sides[1]!.stores, secondsSince(start))))

  judgeVisits(times)
  for (const [at, message] of (await notified).entries()) {
    const name = stores[at]!.broken.store.shop
    const kind = (breakages.find(({ shop }) => shop === name) ?? breakages[0]!).kind
    const busiest: Busiest = { normal, during: during[at]!, after: after[at]! }
    judgeShop({ kind, name, minutes, notified: message, busiest })
  }
  print('quiet after the repair', `${Math.max(...quiet).toFixed(0)} s, the slowest`)
  const faults = await faultsAfterwards(broken, sides[0]!.stores)
  print('state afterwards', faults.length === 0 ? 'equal' : 'differs')
  for (const fault of faults) fail(fault)
}

function sideOf({ stores, demoUser, ...products }: Pair, which: 'broken' | 'calm') {
  const opened = stores.map((store) => store[which])
  // The visitor's store may be one of them.
  const all = opened.includes(demoUser[which]) ? opened : [...opened, demoUser[which]]
  return { product: products[which], stores: all }
}

async function syncAll({ stores }: Pair): Promise<void> {
  for (const { broken, calm } of stores) await Promise.all([startSync(broken), startSync(calm)])
}

function secondsSince(start: number): number {
  return Math.ceil((performance.now() - start) / 1000)
}

async function busiestOf(product: Product, stores: readonly OpenStore[], seconds: number): Promise<number[]> {
  const counts = await Promise.all(stores.map(({ store }) => product.sandbox.requests(seconds, store.shop)))
  return counts.map(({ most }) => most)
}
