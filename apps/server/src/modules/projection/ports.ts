import type { Incoming, ReplenishmentPolicy, VariantFacts } from '@stockcast/forecasting/decisions'
import type { Tx } from '../../database/app-database.ts'
import type { VariantState } from './derive-outlook.ts'

/** Returns what decides how each variant of a merchant is replenished, given the variant's own numbers. */
export type FindPolicies = (
  tx: Tx,
  merchantId: number,
) => Promise<(override: VariantState['override']) => ReplenishmentPolicy>

/**
 * Brings snoozes and scheduled receipts up to the stock of now and returns what is left of them. Called with the
 * merchant's outlook lock held.
 */
export type FollowActs = (
  tx: Tx,
  args: {
    merchantId: number
    /** null: every variant. */
    variantIds: readonly number[] | null
    stock: ReadonlyMap<number, { available: number; incoming: number }>
    /** Epoch day in the shop's time zone. */
    today: number
    at: Date
  },
) => Promise<{
  silenced: ReadonlySet<number>
  /** Scheduled receipts still to come, in days from today. */
  arrivals: ReadonlyMap<number, readonly Incoming[]>
}>

/** What the projection is derived from besides stock, sales and forecasts. */
export interface ProjectionSources {
  findPolicies: FindPolicies
  followActs: FollowActs
}

export interface RefreshedProjection {
  merchantId: number
  /** null: every variant. */
  variantIds: readonly number[] | null
  /** Epoch day in the shop's time zone. */
  today: number
  at: Date
  countryCode: string | null
  /** Whether the shop's forecasts were complete once. */
  hasForecasts: boolean
  /** Whether the stock was last in step with the store too long ago. */
  isStale: boolean
  isChangeOfSettings: boolean
  facts: readonly VariantFacts[]
}

/** Called with what was refreshed, in the transaction that wrote it and with the merchant's outlook lock held. */
export type OnRefreshed = (tx: Tx, refreshed: RefreshedProjection) => Promise<void>

/** The other modules' part in the projection; it is passed where the modules are put together. */
export interface ProjectionPorts {
  sources: ProjectionSources
  /** Called one after the other, in this order. */
  subscribers: readonly OnRefreshed[]
}
