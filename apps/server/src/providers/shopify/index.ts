import type { Config } from '../../kernel/config/config.ts'
import type { StoreConnector } from '../../kernel/connector/connector.ts'
import { readCallback, requireShopDomain } from './authorization.ts'
import type { HttpTools } from './client/http.ts'
import { createPace, createShopify, SHOPIFY } from './client/index.ts'
import { connectedShop } from './connected-shop.ts'
import {
  includesAllOrders,
  mayWriteStock,
  mayWriteTransfers,
  missingScopes,
  refusedPermissions,
} from './permissions.ts'
import { readWebhook } from './webhooks/read-webhook.ts'

/**
 * Creates the connector of real shops, or of those of the sandbox if so configured. It holds no state. `http` replaces
 * parts of its HTTP client, such as the pause between two tries.
 */
export function createShopifyConnector(
  config: Config['shopify'],
  now: () => Date,
  http: Partial<HttpTools> = {},
): StoreConnector {
  const { mode, apiKey, apiSecrets, sandboxOrigin, asksForAllOrders } = config
  const client = createShopify({
    clientId: apiKey,
    clientSecrets: apiSecrets,
    asksForAllOrders,
    now,
    http,
    ...(sandboxOrigin === null
      ? {}
      : { originFor: (shopDomain: string) => `${sandboxOrigin}/${shopDomain}` }),
  })
  return {
    name: SHOPIFY,
    callbackPath: '/shopify/callback',
    webhookPath: '/webhooks/shopify',
    readDomain: requireShopDomain,
    authorizeUrl: client.authorizeUrl,
    readCallback: (callback) => readCallback(client, callback),
    exchangeCode: client.exchangeCode,
    refreshTokens: client.refreshTokens,
    missingPermissions: missingScopes,
    includesAllOrders,
    mayWriteStock,
    mayWriteTransfers,
    refusedPermissions,
    shop: (shopDomain, accessToken, onTrouble) =>
      connectedShop(client.shop(shopDomain, accessToken, onTrouble), now),
    createPace,
    sendsWebhooksTo: (address) => mode !== 'live' || address.startsWith('https:'),
    readWebhook: (webhook) => readWebhook(client, webhook, now()),
  }
}
