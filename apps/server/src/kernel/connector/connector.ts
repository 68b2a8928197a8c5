import type { OptionalPermission } from '@stockcast/contract'
import type {
  CatalogueRows,
  NamedThing,
  OrderRows,
  ShopDetails,
  StoreBundle,
  StoreChange,
  StoreCollection,
  StoreLevel,
  StoreLocation,
  StoreProduct,
  StorePurchaseOrder,
  StoreThing,
  StoreTransfer,
  StoreVariant,
} from './rows.ts'
import type { StoreError } from './store-error.ts'

/**
 * A kind of store that merchants can connect. Everything about its protocol stays behind this interface:
 * addresses, permissions, pages, limits and retries. Its failures are `StoreError`s.
 */
export interface StoreConnector {
  /** The name that merchants know. */
  readonly name: string
  /** The page of the web app to which the store sends the merchant after the authorization. */
  readonly callbackPath: string
  /** The path of our server to which it sends webhooks. */
  readonly webhookPath: string

  /** Returns the domain that a merchant typed. Throws an `AppError` that says how to write it. */
  readDomain(typed: string): string
  /** Returns the page of the store where the merchant authorizes the app. `state` comes back with the answer. */
  authorizeUrl(request: AuthorizeRequest): string
  /** Returns what a genuine and recent answer says. Throws an `AppError` for any other. */
  readCallback(callback: StoreCallback): { shopDomain: string; code: string; state: string }
  /** Exchanges the code of an authorization for tokens. */
  exchangeCode(shopDomain: string, code: string): Promise<StoreTokens>
  refreshTokens(shopDomain: string, refreshToken: string): Promise<StoreTokens>
  /** Returns the required permissions that were not granted. */
  missingPermissions(granted: readonly string[]): string[]
  /** Returns whether these permissions include orders of any age. */
  includesAllOrders(granted: readonly string[]): boolean
  /** Returns whether stock may be written. */
  mayWriteStock(granted: readonly string[]): boolean
  /** Returns whether transfers between locations may be created. */
  mayWriteTransfers(granted: readonly string[]): boolean
  /** Returns the optional permissions that were not granted. */
  refusedPermissions(granted: readonly string[]): OptionalPermission[]

  /**
   * Opens a shop. `accessToken` is called before each request, and again with the refused token when the
   * store refuses it. `onTrouble` is called while the store does not answer.
   */
  shop(shopDomain: string, accessToken: AccessToken, onTrouble?: () => void): Shop
  /** Returns a function to await before each of many small reads, so that they do not overload a store. */
  createPace(signal: AbortSignal): () => Promise<void>

  /** Returns whether the store can send webhooks to this address. */
  sendsWebhooksTo(address: string): boolean
  /**
   * Verifies that the store sent this delivery, and reduces its body to what is kept. Throws an `AppError`
   * for a forged or incomplete one.
   */
  readWebhook(webhook: RawWebhook): StoreWebhook
}

/**
 * Called with each object for which the store repeatedly gives an answer that cannot be used; the read goes on without it. An
 * order with one unreadable line is left out as a whole. A read without this function fails instead.
 */
export type OnUnreadable = (thing: StoreThing, error: StoreError) => void

export type AccessToken = (rejected?: string) => Promise<string>

export interface AuthorizeRequest {
  shopDomain: string
  redirectUri: string
  state: string
  /** Whether to ask for the permission to write stock. The merchant may refuse it. */
  writesStock: boolean
  /** Whether to ask for the permission to create transfers between locations. The merchant may refuse it. */
  writesTransfers?: boolean
}

export interface StockAddition {
  /** A UUID. */
  key: string
  /** The purchase order that brought the units. */
  orderId: number
  locationId: number
  /** At most `MAX_ADDED_LINES`. */
  lines: readonly { itemId: number; units: number }[]
}

/** Maximum number of lines that a store takes at once. */
export const MAX_ADDED_LINES = 250

export interface StockRefusal {
  /** The line that the store names; null: all. */
  line: number | null
  /** A clause, such as "the location is closed". */
  because: string
}

export interface TransferCreation {
  /** A UUID. */
  key: string
  from: number
  to: number
  lines: readonly { itemId: number; units: number }[]
}

/** Without a transfer the refusals say why, by line where the store names lines. */
export interface TransferOutcome {
  created: { id: number; name: string } | null
  refusals: StockRefusal[]
}

export interface StoreCallback {
  code: string
  shop: string
  hmac: string
  /** The whole query string, with which the others must agree. */
  query: string
}

export interface StoreTokens {
  accessToken: string
  /** Null: until the store refuses it. */
  accessExpiresAt: Date | null
  refreshToken: string | null
  refreshExpiresAt: Date | null
  /** The granted permissions; empty when the answer does not name them. */
  scopes: readonly string[]
}

/** A delivery as received, with the exact bytes of its body. */
export interface RawWebhook {
  header: (name: string) => string | undefined
  body: Uint8Array
}

/** A verified delivery. */
export interface StoreWebhook {
  shop: string
  topic: string
  eventId: string
  /** ISO 8601, as precise as it was sent: two changes of one millisecond have an order too. Never in the future. */
  triggeredAt: string
  /** Null when the delivery says nothing that may be used: an unknown topic, or a body of another shop. */
  reduced: ReducedWebhook | null
}

/** `resource` names the thing whose state `state` is. */
export interface ReducedWebhook {
  resource: string
  state: StoreChange
}

/** A connected shop, open for requests. */
export interface Shop {
  readonly domain: string
  /** Where a long read begins: before its first row. */
  readonly start: ReadPosition

  details(): Promise<ShopDetails & { id: number; domain: string; scopes: string[] }>
  locations(): Promise<StoreLocation[]>
  /**
   * Returns the read of all products, variants and stock levels; the levels are those of these locations. When
   * none of the locations can be read, it fails even with `onUnreadable`.
   */
  catalogue(locationIds: readonly number[], onUnreadable?: OnUnreadable): LongRead<CatalogueRows>
  /** Returns the read of all orders in a range. */
  orders(range: OrderRange): LongRead<OrderRows>

  /** Yields the products that changed at `since` or later. */
  changedProducts(since: Date, onUnreadable: OnUnreadable): AsyncIterable<{ id: number; updatedAt: Date }[]>
  /** Returns the levels of a location that changed at `since` or later. */
  changedLevels(locationId: number, since: Date, onUnreadable?: OnUnreadable): Promise<StoreLevel[]>
  /** Yields the orders that changed at `since` or later, each in one part with all its lines. */
  changedOrders(
    since: Date,
    options: { signal: AbortSignal; onUnreadable: OnUnreadable },
  ): AsyncIterable<OrderRows>
  /** Returns the bundles that the store sells as their parts, without those whose parts it does not name. */
  bundles(): Promise<StoreBundle[]>
  collectionIds(): Promise<number[]>
  /** Reads a collection with its products; returns null when the shop does not have it. */
  collection(collectionId: number): Promise<StoreCollection | null>
  /** Reads a product with all its variants; returns null when the shop does not have it. */
  product(productId: number): Promise<ShopProduct | null>
  /** Reads an order with all its lines; returns null when the shop does not have it. */
  order(orderId: number): Promise<OrderRows | null>

  /** Returns the open transfers; null if the merchant has not granted to read them. */
  openTransfers(): Promise<number[] | null>
  /** Reads a transfer with its shipments; returns null when the shop does not have it. */
  transfer(transferId: number): Promise<StoreTransfer | null>
  /** Returns the orders that the merchant placed; null if the merchant has not granted to read them. */
  purchaseOrders(): Promise<number[] | null>
  /** Reads an order that the merchant placed; returns null when the shop does not have it. */
  purchaseOrder(orderId: number): Promise<StorePurchaseOrder | null>

  /**
   * Adds units to the stock of a location, all or none. The same key adds them once, however often it is sent. Returns why
   * the store refused; a failure leaves open whether it took them.
   */
  addStock(addition: StockAddition): Promise<StockRefusal | null>

  /**
   * Creates a transfer between two locations that is ready to ship, of all lines or none. The same key creates it once,
   * however often it is sent. A failure leaves open whether it was created.
   */
  createTransfer(wanted: TransferCreation): Promise<TransferOutcome>

  /**
   * Returns whether the store still accepts our token, so that a departure that somebody reports can be
   * confirmed. Throws when the store gives no clear answer.
   */
  isInstalled(): Promise<boolean>
  /** Makes the store send every change that we follow to this address, once, and ends all other subscriptions. */
  subscribe(address: string): Promise<void>
  /** Removes the app from the store, which ends its tokens and subscriptions. */
  uninstall(): Promise<void>
}

export interface ShopProduct {
  product: StoreProduct
  variants: StoreVariant[]
  /** Null if there are more than the store tells at once. */
  collections: readonly NamedThing[] | null
}

/** Orders that were created, or created or changed, at `since` or later. */
export interface OrderRange {
  by: 'created' | 'changed'
  since: Date
}

/** Where a long read continues. Only the connector understands it; it can be stored as JSON. */
export type ReadPosition = Readonly<Record<string, unknown>>

/**
 * A read that takes many steps and can be continued from each of them by another process. Reading the same
 * rows twice is harmless.
 */
export interface LongRead<Rows> {
  /**
   * Asks the store to prepare the rows, so that it can prepare several reads at the same time. Returns the
   * position from which to read them: the given one when there is nothing to prepare.
   */
  prepare(position: ReadPosition): Promise<ReadPosition>
  /** Yields the steps after a position. The next one is fetched while the caller stores the present one. */
  steps(from: { position: ReadPosition; signal: AbortSignal } & ReadLimits): AsyncIterable<ReadStep<Rows>>
}

/** How much a read takes at once. */
export interface ReadLimits {
  /** Lines of a bulk result in one step. */
  batchLines?: number
  /** Rows of a listing after which a new listing begins. */
  windowRows?: number
}

export interface ReadStep<Rows> {
  /** Where to continue once the rows of this step are stored. */
  position: ReadPosition
  rows?: Rows
  /** Set when the read starts again at the first row, so that what earlier steps wrote no longer counts. */
  restarts?: 'bulk' | 'paged'
  /** How many orders there are, as far as the store knows. */
  expected?: number
  /** By the store's clock: changes before it are included once the read has ended. */
  readUntil?: Date
}
