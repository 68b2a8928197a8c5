import { setTimeout as sleep } from 'node:timers/promises'
import { sessionSchema } from '../../packages/contract/src/index.ts'
import { reconcileAll, type Store, untilQuiet } from '../in-step/quiet.ts'
import { compareStore } from '../product/compare-store.ts'
import { type Database, openAsSuperuser } from '../product/database.ts'
import { connectStore, type Merchant, signUp, waitForRun } from '../product/merchant.ts'
import { type Sandbox, sandboxAt } from '../product/sandbox.ts'
import { type Services, startServices } from '../product/start-services.ts'

const BURST_EVENTS = 8
const BURST_EVERY_MS = 5000

/** A whole product with its own sandbox. */
export interface Product {
  services: Services
  sandbox: Sandbox
  database: Database
  stop(): Promise<void>
}

export interface OpenStore {
  merchant: Merchant
  store: Store
}

export async function startProduct(): Promise<Product> {
  const services = await startServices()
  const database = openAsSuperuser(services.superuserUrl)
  await services.superviseServer('web')
  await services.superviseServer('worker')
  const stop = async () => {
    await database.close()
    await services.stop()
  }
  return { services, sandbox: sandboxAt(services.sandboxUrl), database, stop }
}

export async function openStore({ services }: Product, shop: string): Promise<OpenStore> {
  const merchant = await signUp(services.url)
  await connectStore(merchant, { url: services.url, shop })
  await waitForRun(merchant, ({ phase }) => phase === 'done')
  return { merchant, store: { merchantId: merchant.id, shop } }
}

export async function openStores(product: Product, shops: readonly string[]): Promise<OpenStore[]> {
  const opened: OpenStore[] = []
  for (const shop of shops) opened.push(await openStore(product, shop))
  return opened
}

/** Requests a sync, which may already be running or be refused. */
export async function startSync({ merchant }: OpenStore): Promise<void> {
  await merchant
    .post('/functions/shopify-sync-inventory', { merchant_id: merchant.id })
    .catch(() => undefined)
}

/** Reconnects stores whose access was lost, as the screen asks the merchant to do. */
export async function reconnectLost({ services }: Product, stores: readonly OpenStore[]): Promise<void> {
  for (const { merchant, store } of stores) {
    const { connection } = sessionSchema.parse(await merchant.get('/api/session'))
    if (connection?.status !== 'connected')
      await connectStore(merchant, { url: services.url, shop: store.shop })
  }
}

/** Makes the same sales in the stores of both products until the end. */
export async function keepSelling(
  sides: readonly { product: Product; stores: readonly OpenStore[] }[],
  signal: AbortSignal,
): Promise<void> {
  for (let seed = 1; !signal.aborted; seed++) {
    for (const { product, stores } of sides) {
      for (const { store } of stores) await product.sandbox.burst(store.shop, BURST_EVENTS, seed)
    }
    await sleep(BURST_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Waits until no work is left for these stores. Returns the seconds for each. */
export function allQuiet(product: Product, stores: readonly OpenStore[]): Promise<number[]> {
  return Promise.all(stores.map(({ store }) => untilQuiet(product, store)))
}

/** Returns the differences between the product and each store after a comparison. */
export async function faultsAfterwards(product: Product, opened: readonly OpenStore[]): Promise<string[]> {
  const stores = opened.map(({ store }) => store)
  await reconcileAll(product, stores)
  const faults: string[] = []
  for (const store of stores) {
    await untilQuiet(product, store)
    const compared = await compareStore(product.services, product.database, store)
    for (const fault of compared.faults) faults.push(`${store.shop}: ${fault}`)
  }
  return faults
}
