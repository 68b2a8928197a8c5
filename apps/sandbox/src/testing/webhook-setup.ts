import type { ShopChange } from '../shopify/shop-entry.ts'
import type { DeliverySettings } from '../webhooks/delivery-settings.ts'
import { connect, MachineClock, openSandbox, type Query, temporaryFolder } from './open-sandbox.ts'
import { subscribe, WebhookReceiver } from './webhook-receiver.ts'

export const SHOP = 'tiny-acme.myshopify.com'

export interface Setup {
  sandbox: ReturnType<typeof openSandbox>
  clock: MachineClock
  folder: string
  receiver: WebhookReceiver
  query: Query
  settled(): Promise<void>
  change(change: ShopChange): Promise<void>
  configure(settings: Partial<DeliverySettings>): void
}

/** A connected shop whose webhooks go to a receiver on loopback. */
export async function openSetup(...topics: string[]): Promise<Setup> {
  const folder = temporaryFolder()
  const clock = new MachineClock()
  const receiver = await WebhookReceiver.open()
  const sandbox = openSandbox(folder, clock, { APP_URL: receiver.address })
  const query = await connect(sandbox, 'tiny-acme')
  await subscribe(query, receiver.address, ...topics)
  const { webhooks, shops } = sandbox.shopify
  const settled = () => webhooks.dispatcher.settled()
  const change = async (each: ShopChange) => {
    shops.change(SHOP, each)
    await settled()
  }
  const configure = (settings: Partial<DeliverySettings>) =>
    webhooks.settings.set(SHOP, {
      duplicateRatio: 0,
      dropRatio: 0,
      shuffleWindow: 0,
      delayMs: 0,
      ...settings,
    })
  return { sandbox, clock, folder, receiver, query, settled, change, configure }
}

export function inStock({ sandbox }: Setup) {
  const store = sandbox.shopify.shops.store(SHOP)
  return { store, variant: store.variants.find((each) => each.isTracked && store.available(each) > 20)! }
}

export async function sellOne(setup: Setup): Promise<void> {
  await setup.change({ kind: 'sold', variant: inStock(setup).variant.index, quantity: 1 })
}
