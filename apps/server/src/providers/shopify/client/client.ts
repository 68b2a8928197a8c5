import type {
  AuthorizeRequest,
  StockAddition,
  TransferCreation,
} from '../../../kernel/connector/connector.ts'
import {
  ALL_ORDERS_SCOPE,
  OPTIONAL_SCOPES,
  SCOPES,
  WRITE_STOCK_SCOPE,
  WRITE_TRANSFERS_SCOPE,
} from '../permissions.ts'
import { addStock } from './add-stock.ts'
import { type LineNode, type OrderNode, shopInfoSchema } from './answers.ts'
import { type BulkOperation, getBulk, readBulkLines, startBulk } from './bulk.ts'
import { createTransfer } from './create-transfer.ts'
import { type GraphqlOptions, runQuery } from './graphql.ts'
import { verifyBody, verifyQuery } from './hmac.ts'
import type { HttpTools } from './http.ts'
import { listOpenTransfers, listPlacedOrders, readPurchaseOrder, readTransfer } from './inbound.ts'
import { authorizeUrl, exchangeCode, type OauthOptions, refreshTokens } from './oauth.ts'
import { SHOP_INFO } from './operations.ts'
import { orderedLines } from './ordered-units.ts'
import {
  bundlesPage,
  changedProductsPage,
  collectionsPage,
  levelsPage,
  locationsPage,
  type OnUnreadableGid,
  ordersPage,
  type PageStart,
  readCollection,
  readOrder,
  readProduct,
  variantsPage,
} from './pages.ts'
import { subscribe, subscriptionsPage, uninstall, unsubscribe } from './subscriptions.ts'

export interface ShopifyOptions {
  clientId: string
  /** The first one is sent; all are accepted in signatures, during a rotation. */
  clientSecrets: readonly [string, ...string[]]
  /** Returns the origin of a shop's paths; a different one when a fake is used. */
  originFor?: (shopDomain: string) => string
  /** Off by default: Shopify must have allowed it for the app. */
  asksForAllOrders?: boolean
  now: () => Date
  http?: Partial<HttpTools>
}

export type Shopify = ReturnType<typeof createShopify>
export type Shop = ReturnType<Shopify['shop']>

/** Creates the client of the Shopify app: authorization, and shops through `shop`. It holds no state. */
export function createShopify(options: ShopifyOptions) {
  const originFor = options.originFor ?? ((shopDomain) => `https://${shopDomain}`)
  const http: HttpTools = { fetch, sleep, random: Math.random, ...options.http }
  const oauth: OauthOptions = {
    clientId: options.clientId,
    clientSecret: options.clientSecrets[0],
    originFor,
    http,
    now: options.now,
  }
  const scopes = options.asksForAllOrders ? [...SCOPES, ALL_ORDERS_SCOPE] : SCOPES
  return {
    authorizeUrl: ({ writesStock, writesTransfers, ...request }: AuthorizeRequest) => {
      const optionalScopes = [
        ...OPTIONAL_SCOPES,
        ...(writesStock ? [WRITE_STOCK_SCOPE] : []),
        ...(writesTransfers ? [WRITE_TRANSFERS_SCOPE] : []),
      ]
      return authorizeUrl(oauth, { ...request, scopes, optionalScopes })
    },
    isSigned: (query: string) => verifyQuery(query, options.clientSecrets, options.now()),
    isSignedBody: (body: Uint8Array, claimed: string) => verifyBody(body, claimed, options.clientSecrets),
    exchangeCode: (shopDomain: string, code: string) => exchangeCode(oauth, shopDomain, code),
    refreshTokens: (shopDomain: string, refreshToken: string) =>
      refreshTokens(oauth, shopDomain, refreshToken),
    /**
     * Opens a shop. `accessToken` is called before each request, and again with the refused token after a
     * 401. `onTrouble` is called when a request must be repeated a second time, or takes long.
     */
    shop: (
      shopDomain: string,
      accessToken: (rejected?: string) => Promise<string>,
      onTrouble: () => void = () => undefined,
    ) => shopAt({ shopDomain, originFor, accessToken, http: { ...http, onTrouble } }),
  }
}

function shopAt(options: GraphqlOptions) {
  return {
    domain: options.shopDomain,
    info: () => shopInfo(options),
    locations: (start: PageStart) => locationsPage(options, start),
    variants: (start: PageStart) => variantsPage(options, start),
    bundles: (start: PageStart) => bundlesPage(options, start),
    changedProducts: (start: PageStart) => changedProductsPage(options, start),
    product: (productId: number) => readProduct(options, productId),
    collections: (start: PageStart) => collectionsPage(options, start),
    collection: (collectionId: number) => readCollection(options, collectionId),
    levels: (locationId: number, start: PageStart) => levelsPage(options, locationId, start),
    orders: (start: PageStart) => ordersPage(options, start),
    order: (orderId: number) => readOrder(options, orderId),
    /** Returns the lines of these orders in units as ordered, after edits. */
    orderedLines: (
      orders: readonly OrderNode[],
      lines: readonly (LineNode & { orderId: number })[],
      onUnreadable?: OnUnreadableGid,
    ) => orderedLines(options, orders, lines, onUnreadable),
    openTransfers: () => listOpenTransfers(options),
    transfer: (transferId: number) => readTransfer(options, transferId),
    purchaseOrders: () => listPlacedOrders(options),
    purchaseOrder: (orderId: number) => readPurchaseOrder(options, orderId),
    createTransfer: (wanted: TransferCreation) => createTransfer(options, wanted),
    addStock: (addition: StockAddition) => addStock(options, addition),
    subscriptions: (start: Pick<PageStart, 'after'>) => subscriptionsPage(options, start),
    subscribe: (topic: string, uri: string) => subscribe(options, topic, uri),
    unsubscribe: (id: string) => unsubscribe(options, id),
    uninstall: () => uninstall(options),
    startBulk: (query: string) => startBulk(options, query),
    getBulk: (id: string) => getBulk(options, id),
    readBulkLines: (operation: BulkOperation, range: { offset: number; batchLines: number }) =>
      readBulkLines(options, operation, range),
  }
}

/** Returns name, currency, time zone and country of the shop, and the permissions it granted. */
async function shopInfo(options: GraphqlOptions) {
  const { shop, currentAppInstallation } = await runQuery(options, SHOP_INFO, {}, shopInfoSchema)
  return {
    id: shop.id,
    name: shop.name,
    domain: shop.myshopifyDomain.toLowerCase(),
    currency: shop.currencyCode,
    timeZone: shop.ianaTimezone,
    countryCode: shop.shopAddress.countryCodeV2,
    scopes: currentAppInstallation.accessScopes.map((scope) => scope.handle),
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
