import { z } from 'zod'
import type { Shop } from '../../integrations/shopify/index.ts'
import { defineTask } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { mayRead, openShop } from '../shops/index.ts'
import { WEBHOOK_PATH } from './routes.ts'

/** Creates the missing webhook subscriptions of a shop and removes those that are no longer ours. */
export const ensureSubscriptionsTask = defineTask({
  name: 'ensure-subscriptions',
  data: z.object({ merchantId: z.number().int().positive() }),
  one: 'queued-or-running',
  retryLimit: 8,
  concurrency: 2,
})

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
export async function ensureSubscriptions(
  kernel: Kernel,
  { merchantId }: { merchantId: number },
): Promise<void> {
  if (!(await mayRead(kernel, merchantId))) return
  const uri = `${kernel.config.publicUrl}${WEBHOOK_PATH}`
  if (kernel.config.shopify.mode === 'live' && !uri.startsWith('https:')) {
    kernel.log.warn({ uri }, 'Shopify sends webhooks to https addresses only: set PUBLIC_URL')
    return
  }
  const { shop } = await openShop(kernel, merchantId)
  const missing = new Set<string>(SUBSCRIBED_TOPICS)
  for (const subscription of await allSubscriptions(shop)) {
    const isWanted = subscription.uri === uri && missing.delete(subscription.topic)
    if (!isWanted) await shop.unsubscribe(subscription.id)
  }
  for (const topic of missing) await shop.subscribe(topic, uri)
}

async function allSubscriptions(shop: Shop) {
  const all = []
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: Awaited<ReturnType<Shop['subscriptions']>> = await shop.subscriptions({ after })
    all.push(...page.nodes)
    after = page.next
  }
  return all
}
