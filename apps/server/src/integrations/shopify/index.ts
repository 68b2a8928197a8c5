import type { Config } from '../../config.ts'
import { createShopify, type Shopify } from './client.ts'

export { SCOPES, type Shop, type Shopify } from './client.ts'
export { isShopifyFault, ShopifyError } from './shopify-error.ts'

/** The client for real shops, or for those of the sandbox where the configuration says so. */
export function shopifyOf(config: Config['shopify'], now: () => Date): Shopify {
  const { apiKey, apiSecret, sandboxOrigin } = config
  return createShopify({
    clientId: apiKey,
    clientSecrets: [apiSecret],
    now,
    ...(sandboxOrigin === null
      ? {}
      : { originFor: (shopDomain: string) => `${sandboxOrigin}/${shopDomain}` }),
  })
}
