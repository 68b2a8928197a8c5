import type { ShopClient } from '../client/index.ts'

/** Without the privacy topics: Shopify takes those from the app's configuration only. */
export const SUBSCRIBED_TOPICS = [
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

/** Creates missing subscriptions, and removes those with another address or topic and duplicates. */
export async function keepSubscriptions(client: ShopClient, uri: string): Promise<void> {
  const missing = new Set<string>(SUBSCRIBED_TOPICS)
  for (const subscription of await allSubscriptions(client)) {
    const isWanted = subscription.uri === uri && missing.delete(subscription.topic)
    if (!isWanted) await client.unsubscribe(subscription.id)
  }
  for (const topic of missing) await client.subscribe(topic, uri)
}

async function allSubscriptions(client: ShopClient) {
  const all = []
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: Awaited<ReturnType<ShopClient['subscriptions']>> = await client.subscriptions({ after })
    all.push(...page.nodes)
    after = page.next
  }
  return all
}
