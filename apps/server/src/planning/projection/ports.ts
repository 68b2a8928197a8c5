import type {
  Incoming,
  PlannedOrder,
  ReplenishmentPolicy,
  VariantFacts,
} from '@stockcast/forecasting/decisions'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { StoreReceipt } from '../../store/index.ts'
import type { VariantStock } from './date-incoming.ts'
import type { VariantState } from './derive-projection.ts'

/** Returns the replenishment policy of each variant of a merchant, given the variant's own settings. */
export type FindPolicies = (
  tx: Tx,
  args: {
    merchantId: number
    /** null: every variant. */
    variantIds: readonly number[] | null
    /** Epoch day in the shop's time zone. */
    today: number
  },
) => Promise<(variantId: number, override: VariantState['override']) => ReplenishmentPolicy>

/**
 * Updates snoozes and scheduled receipts for the current stock and returns those that remain. Called while
 * the merchant's lock on the stock projection is held.
 */
export type FollowActions = (
  tx: Tx,
  args: {
    merchantId: number
    /** null: every variant. */
    variantIds: readonly number[] | null
    stock: ReadonlyMap<number, VariantStock>
    /** Epoch day in the shop's time zone. */
    today: number
    at: Date
  },
) => Promise<{
  snoozed: ReadonlySet<number>
  /** Open scheduled receipts, in days from today. */
  scheduledReceipts: ReadonlyMap<number, readonly Incoming[]>
}>

/** Returns what the store says about the days of incoming units, by variant. */
export type ListStoreReceipts = (
  tx: Tx,
  key: {
    merchantId: number
    /** null: every variant. */
    variantIds: readonly number[] | null
    /** Epoch day in the shop's time zone. */
    today: number
  },
) => Promise<ReadonlyMap<number, readonly StoreReceipt[]>>

/**
 * Plans what to order of these variants with their suppliers, and stores it. Returns the plans by variant; one without a
 * supplier has none.
 */
export type PlanOrders = (
  tx: Tx,
  args: {
    merchantId: number
    /** null: every variant. */
    variantIds: readonly number[] | null
    partOfAll: RefreshedProjection['partOfAll']
    /** Epoch day in the shop's time zone. */
    today: number
    facts: readonly VariantFacts[]
  },
) => Promise<ReadonlyMap<number, PlannedOrder>>

/** What the projection is derived from besides stock, sales and forecasts. */
export interface ProjectionSources {
  findPolicies: FindPolicies
  followActions: FollowActions
  listStoreReceipts: ListStoreReceipts
  planOrders: PlanOrders
}

export interface RefreshedProjection {
  merchantId: number
  /** null: every variant. */
  variantIds: readonly number[] | null
  /**
   * `first` or `some`: these are first or next in a refresh of the whole catalogue; `last`: it has reached the end with them. They then include
   * variants that are gone and have an open alert. Null otherwise.
   */
  partOfAll: 'first' | 'some' | 'last' | null
  /** Epoch day in the shop's time zone. */
  today: number
  at: Date
  countryCode: string | null
  /** Whether the shop's forecasts were complete at least once. */
  hasForecasts: boolean
  /** Whether the stock was last compared with the store too long ago. */
  isStale: boolean
  isChangeOfSettings: boolean
  facts: readonly VariantFacts[]
}

/**
 * Called with what was refreshed, in the transaction that wrote it, while the merchant's lock on the stock
 * projection is held.
 */
export type OnRefreshed = (tx: Tx, refreshed: RefreshedProjection) => Promise<void>

/** The other modules' part in the projection; it is passed where the modules are connected. */
export interface ProjectionPorts {
  sources: ProjectionSources
  /** Called one after the other, in this order. */
  subscribers: readonly OnRefreshed[]
}
