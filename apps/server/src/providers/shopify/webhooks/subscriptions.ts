import type { ShopClient } from '../client/index.ts'

/** Topics that need a permission which a merchant may refuse. */
export const OPTIONAL_TOPICS: Readonly<Record<string, readonly string[]>> = {
  read_inventory_transfers: [
    'INVENTORY_TRANSFERS_ADD_ITEMS',
    'INVENTORY_TRANSFERS_CANCEL',
    'INVENTORY_TRANSFERS_COMPLETE',
    'INVENTORY_TRANSFERS_READY_TO_SHIP',
    'INVENTORY_TRANSFERS_REMOVE_ITEMS',
    'INVENTORY_TRANSFERS_UPDATED',
    'INVENTORY_TRANSFERS_UPDATE_ITEM_QUANTITIES',
  ],
  read_inventory_shipments: [
    'INVENTORY_SHIPMENTS_ADD_ITEMS',
    'INVENTORY_SHIPMENTS_CREATE',
    'INVENTORY_SHIPMENTS_DELETE',
    'INVENTORY_SHIPMENTS_MARK_IN_TRANSIT',
    'INVENTORY_SHIPMENTS_REMOVE_ITEMS',
    'INVENTORY_SHIPMENTS_UPDATE_ITEM_QUANTITIES',
    'INVENTORY_SHIPMENTS_UPDATE_TRACKING',
  ],
  read_inventory_shipments_received_items: ['INVENTORY_SHIPMENTS_RECEIVE_ITEMS'],
}

/** Without the privacy topics: Shopify takes those from the app's configuration only. */
export const SUBSCRIBED_TOPICS = [
  'COLLECTIONS_CREATE',
  'COLLECTIONS_UPDATE',
  'COLLECTIONS_DELETE',
  'INVENTORY_ITEMS_UPDATE',
  'INVENTORY_LEVELS_UPDATE',
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'REFUNDS_CREATE',
  'PRODUCTS_CREATE',
  'PRODUCTS_UPDATE',
  'PRODUCTS_DELETE',
  'SHOP_UPDATE',
  'APP_SCOPES_UPDATE',
  'APP_UNINSTALLED',
] as const

/** Creates the missing subscriptions that the shop permits, and removes those with another address or topic and duplicates. */
export async function keepSubscriptions(client: ShopClient, uri: string): Promise<void> {
  const { scopes } = await client.info()
  const missing = new Set<string>([
    ...SUBSCRIBED_TOPICS,
    ...scopes.flatMap((scope) => OPTIONAL_TOPICS[scope.replace(/^write_/, 'read_')] ?? []),
  ])
  for (const subscription of await allSubscriptions(client)) {
    const isWanted = subscription.uri === uri && missing.delete(subscription.topic)
    if (!isWanted) await client.unsubscribe(subscription.id)
  }
  for (const topic of missing) await client.subscribe(topic, uri)
}

async function allSubscriptions(client: ShopClient) {
  const all = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<ShopClient['subscriptions']>> = await client.subscriptions({ after })
    all.push(...page.nodes)
    after = page.next
  } while (after !== null)
  return all
}
