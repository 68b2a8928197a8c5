import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { shopifyFaults } from '../faults/shopify-faults.ts'
import type { Shared } from '../shared.ts'
import type { Deadlines } from '../webhooks/post-webhook.ts'
import { BulkOperations } from './bulk/bulk-operations.ts'
import { bulkResultRoutes } from './bulk/routes.ts'
import { ChangeRefusal } from './change-maker.ts'
import { dateTime, type ReadContext } from './graphql/readers.ts'
import { type GraphqlContext, graphqlRoutes } from './graphql/routes.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { TokenLedger } from './oauth/token-ledger.ts'
import { parseShopDomain, Shops } from './shops.ts'
import { DAY_MS } from './store/calendar.ts'
import { announceLoad } from './webhooks/announce-load.ts'
import { shopPayload, shopRedactPayload } from './webhooks/payloads/shop-payload.ts'
import { Webhooks } from './webhooks/webhooks.ts'

interface ShopifyOptions extends Shared {
  deadlines: Deadlines
}

/** From the uninstall to shop/redact. */
const REDACT_AFTER_MS = 2 * DAY_MS

/** The fake of Shopify: all its shops behind one set of routes, mounted at /shopify. */
export class ShopifySandbox {
  readonly shops: Shops
  readonly tokens: TokenLedger
  readonly bulk: BulkOperations
  readonly webhooks: Webhooks
  readonly routes: Hono
  private readonly now: () => number

  constructor(options: ShopifyOptions) {
    const { config, deadlines, now, report } = options
    const { clientSecret, complianceUri } = config
    const folder = join(config.dataDir, 'shopify')
    this.now = now
    this.shops = new Shops(join(folder, 'stores'), now)
    this.webhooks = new Webhooks({
      folder,
      secret: clientSecret,
      complianceUri,
      deadlines,
      now,
      isInstalled: (shop) => this.tokens.installedScopes(shop) !== null,
      report,
    })
    this.shops.listen({
      changed: (store, notice) => this.webhooks.changed(store, notice),
      loaded: (store, before) => announceLoad(this.webhooks, store, before, now()),
    })
    this.tokens = new TokenLedger(join(folder, 'tokens.jsonl'), now)
    const getContext = (shop: string, scopes: readonly string[], origin = ''): ReadContext => ({
      store: this.shops.store(shop),
      now: now(),
      scopes: new Set(scopes),
      origin,
      bulk: this.bulk,
      webhooks: this.webhooks.subscriptions,
      adjustStock: (adjustment) => this.shops.change(shop, { kind: 'stock_adjusted', ...adjustment }),
      createTransfer: (transfer) => this.shops.change(shop, { kind: 'transfer_created', ...transfer }),
      uninstall: () => this.uninstall(shop),
    })
    const context = { now, getContext, report }
    this.bulk = new BulkOperations({ folder: join(folder, 'bulk'), secret: clientSecret, context })
    this.routes = this.mount(options, getContext)
  }

  /** Advances the stores with webhook subscriptions, and sends due deliveries. */
  tick(): void {
    for (const shop of this.webhooks.subscriptions.shops()) this.shops.store(shop)
    this.webhooks.dispatcher.pump()
  }

  /** Tokens and subscriptions end at once. Throws a ChangeRefusal when the app is not installed. */
  uninstall(shop: string): void {
    if (this.tokens.installedScopes(shop) === null)
      throw new ChangeRefusal('The app is not installed in this shop. Connect it from the app first.')
    const store = this.shops.store(shop)
    const at = this.now()
    this.tokens.revoke(shop)
    this.webhooks.send(shop, 'APP_UNINSTALLED', () => shopPayload(store, at))
    this.webhooks.subscriptions.deleteAll(shop)
    this.webhooks.sendRedact(shop, shopRedactPayload(store), at + REDACT_AFTER_MS)
  }

  /** Tokens of the shop, or of all shops, are refused until the app is connected again. Returns the shops. */
  revokeTokens(shop: string | null): string[] {
    const shops = this.tokens.shops().filter((each) => shop === null || each === shop)
    for (const each of shops) this.tokens.revoke(each)
    return shops
  }

  private announceScopes(shop: string, previous: readonly string[], current: readonly string[]): void {
    const id = this.shops.store(shop).ids.toNumber('AppInstallation', 0)
    const updatedAt = dateTime(this.now())
    this.webhooks.send(shop, 'APP_SCOPES_UPDATE', () => ({ id, previous, current, updated_at: updatedAt }))
  }

  private mount(options: ShopifyOptions, getContext: GraphqlContext['getContext']): Hono {
    const { config, faults, now } = options
    const { clientId, clientSecret, restoreRate } = config
    const routes = new Hono()
    const broken = (getShop: (c: Context) => string | null) => shopifyFaults({ faults, getShop })
    // The page on which a merchant approves the app is not a request of the app.
    for (const path of ['/:domain/admin/oauth/access_token', '/:domain/admin/api/*'])
      routes.use(
        path,
        broken((c) => c.req.param('domain') ?? null),
      )
    routes.use(
      '/_bulk/:file',
      broken((c) => this.bulk.getShop(Number.parseInt(c.req.param('file') ?? '', 10))),
    )
    routes.route('/', bulkResultRoutes(this.bulk))
    routes.use('/:domain/admin/*', async (c, next) => {
      if (parseShopDomain(c.req.param('domain')) === null) return c.json({ errors: 'Not Found' }, 404)
      return next()
    })
    routes.route(
      '/',
      oauthRoutes({
        clientId,
        clientSecret,
        tokens: this.tokens,
        now,
        scopesChanged: (...change) => this.announceScopes(...change),
      }),
    )
    routes.route('/', graphqlRoutes({ tokens: this.tokens, restoreRate, now, getContext }))
    return routes
  }
}
