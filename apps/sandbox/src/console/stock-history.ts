import { isoDay } from '../shopify/store/calendar.ts'
import type { ShopStore } from '../shopify/store/shop-store.ts'

/** Yields the daily closing stock of each variant, for a comparison with the data of an app. */
export function* stockHistoryOf(store: ShopStore): Generator<object> {
  const { closings, ids, profile } = store
  const first = closings[0]
  yield {
    type: 'shop',
    shop: profile.domain,
    firstDay: first ? isoDay(first.day) : null,
    days: closings.length,
  }
  for (const variant of store.liveVariants()) {
    if (!variant.isTracked) continue
    yield {
      type: 'stock',
      variantId: String(ids.numberOf('ProductVariant', variant.index)),
      // A variant that was added later has no stock before.
      closingStock: closings.map(({ available }) => available[variant.index] ?? null),
    }
  }
}
