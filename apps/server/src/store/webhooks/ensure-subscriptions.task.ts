import type { MerchantKey } from '../../kernel/database/app-database.ts'
import { defineMerchantTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { mayRead, openShop } from '../shops/open-shop.ts'

/** Makes a merchant's store send its webhooks to this server. */
export const ensureSubscriptionsTask = defineMerchantTask({
  name: 'ensure-subscriptions',
  one: 'queued-or-running',
  retryLimit: 8,
  concurrency: 2,
})

export async function ensureSubscriptions(kernel: Kernel, { merchantId }: MerchantKey): Promise<void> {
  if (!(await mayRead(kernel, merchantId))) return
  const { shop, store } = await openShop(kernel, merchantId)
  const { config, log } = kernel
  const address = `${config.publicUrl}${store.webhookPath}`
  if (!store.sendsWebhooksTo(address)) {
    log.warn({ uri: address }, `${store.name} sends webhooks to https addresses only: set PUBLIC_URL`)
    return
  }
  await shop.subscribe(address)
}
