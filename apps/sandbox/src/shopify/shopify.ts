import { join } from 'node:path'
import { Hono } from 'hono'
import { BulkOperations } from './bulk/bulk-operations.ts'
import { bulkResultRoutes } from './bulk/routes.ts'
import type { ReadContext } from './graphql/readers.ts'
import { type GraphqlWorld, graphqlRoutes } from './graphql/routes.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { TokenLedger } from './oauth/token-ledger.ts'
import { parseShopDomain, Shops } from './shops.ts'
import { WebhookSubscriptions } from './webhooks/subscriptions.ts'

export interface ShopifyOptions {
  folder: string
  clientId: string
  clientSecret: string
  restoreRate: number
  now: () => number
  report: (message: string, error: unknown) => void
}

/** The stand-in for Shopify: all its shops behind one set of routes, mounted at /shopify. */
export class ShopifySandbox {
  readonly shops: Shops
  readonly tokens: TokenLedger
  readonly bulk: BulkOperations
  readonly routes: Hono

  constructor(options: ShopifyOptions) {
    const { folder, clientSecret, now, report } = options
    const webhooks = new WebhookSubscriptions(join(folder, 'webhooks.json'))
    this.shops = new Shops(join(folder, 'stores'), now)
    this.tokens = new TokenLedger(join(folder, 'tokens.jsonl'), now)
    const contextOf = (shop: string, scopes: readonly string[], origin = ''): ReadContext => ({
      store: this.shops.store(shop),
      now: now(),
      scopes: new Set(scopes),
      origin,
      bulk: this.bulk,
      webhooks,
    })
    const world = { now, contextOf, report }
    this.bulk = new BulkOperations({ folder: join(folder, 'bulk'), secret: clientSecret, world })
    this.routes = this.mount(options, contextOf)
  }

  private mount(options: ShopifyOptions, contextOf: GraphqlWorld['contextOf']): Hono {
    const { clientId, clientSecret, restoreRate, now } = options
    const routes = new Hono()
    routes.route('/', bulkResultRoutes(this.bulk))
    routes.use('/:domain/admin/*', async (c, next) => {
      if (parseShopDomain(c.req.param('domain')) === null) return c.json({ errors: 'Not Found' }, 404)
      return next()
    })
    routes.route('/', oauthRoutes({ clientId, clientSecret, tokens: this.tokens, now }))
    routes.route('/', graphqlRoutes({ tokens: this.tokens, restoreRate, now, contextOf }))
    return routes
  }
}
