import type { BulkOperationCalls } from '../bulk/bulk-operation.ts'
import type { NewTransfer, StockAdjustment } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'
import type { WebhookSubscriptions } from '../webhooks/subscriptions.ts'
import type { Listing } from './listing.ts'

/** What one API call may see. */
export interface ReadContext {
  store: ShopStore
  now: number
  /** Access scopes of the token in use. */
  scopes: ReadonlySet<string>
  /** Address under which the caller reached the sandbox, for links in answers. */
  origin: string
  bulk: BulkOperationCalls
  webhooks: WebhookSubscriptions
  /** Set for a mutation that names one. */
  idempotencyKey?: string | null
  /** Adds units to stock levels, once for each key. */
  adjustStock(adjustment: StockAdjustment): void
  /** Creates a transfer between locations, each by its index, once for each key. */
  createTransfer(transfer: NewTransfer): void
  /** Ends the installation of the calling app. */
  uninstall(): void
}

/** Fields that are not named here are read from the source's own properties. */
export interface TypeReaders {
  fields?: Record<string, (source: never, args: never, context: ReadContext) => unknown>
  /** Connection fields list what is behind them; pages and bulk results are cut from the same list. */
  connections?: Record<string, (source: never, args: never, context: ReadContext) => Listing<unknown>>
}

export type Readers = Record<string, TypeReaders>

/** Formats an instant in RFC 3339 with whole seconds, as the Admin API prints DateTime. */
export function dateTime(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`
}
