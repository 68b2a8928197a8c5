import { epochDay, today as todayOf } from '../../kernel/calendar.ts'
import { requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import type { Context } from '../../kernel/verb-context.ts'

export interface ShopDay {
  /** The epoch day in the shop's time zone. */
  today: number
  timeZone: string
  currency: string
  /** Whether a store is, or was, connected. */
  hasStore: boolean
  stockAsOf: string | null
  forecastAsOf: string | null
}

/** Returns the day that a merchant's screens show, and how recent their numbers are. */
export async function findShopDay({ clock, merchantId, tx }: Context<'clock'>): Promise<ShopDay> {
  const { timeZone, currency, hasStore, stockAsOf, forecastAsOf } = await requireShopFacts(tx, merchantId)
  return {
    today: epochDay(todayOf(clock, timeZone)),
    timeZone,
    currency,
    hasStore,
    stockAsOf: stockAsOf?.toISOString() ?? null,
    forecastAsOf: forecastAsOf?.toISOString() ?? null,
  }
}
