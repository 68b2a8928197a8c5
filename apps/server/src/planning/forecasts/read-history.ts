import { dayFromEpoch, epochDay, today } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import { liftParts } from '../bundles/lift-parts.ts'
import { toldEvents } from '../calendar/events.ts'
import { listBundledUnits, listHistories, listShortBundles } from './queries.ts'
import { type HistoryPart, packHistory, type ShopHistory } from './shop-history.ts'

/** Three years and a day: two annual seasons to learn from and one to check. */
const HISTORY_DAYS = 1096
/** Days of sales that show how much of a part is sold in bundles. */
const SHARE_DAYS = 90
/** Their rows live shortly enough to leave the young generation of the heap as garbage. */
const VARIANTS_PER_READ = 250

/**
 * Returns sales and days out of stock up to yesterday in the shop's time zone; null when none of the variants
 * exists.
 */
export async function readHistory(
  kernel: Pick<Kernel, 'clock'>,
  tx: Tx,
  args: { merchantId: number; variantIds: readonly number[] },
): Promise<ShopHistory | null> {
  const { merchantId, variantIds } = args
  const shop = await findShopFacts(tx, merchantId)
  if (!shop) return null
  const origin = epochDay(today(kernel.clock, shop.timeZone)) - 1
  const earliest = origin - HISTORY_DAYS + 1
  const days = { since: dayFromEpoch(earliest), until: dayFromEpoch(origin) }
  const short = await listShortBundles(tx, { merchantId, ...days })
  const parts: HistoryPart[] = []
  for (let start = 0; start < variantIds.length; start += VARIANTS_PER_READ) {
    const chunk = variantIds.slice(start, start + VARIANTS_PER_READ)
    const read = await listHistories(tx, { merchantId, variantIds: chunk, ...days })
    const variants = read.map((variant) => ({ ...variant, ...short.get(variant.variantId) }))
    if (variants.length > 0) parts.push(packHistory({ origin, variants, earliest }))
  }
  if (parts.length === 0) return null
  const shopEvents = await liftParts(
    tx,
    { merchantId, since: dayFromEpoch(origin - SHARE_DAYS), today: dayFromEpoch(origin + 1) },
    await toldEvents(tx, merchantId),
  )
  const inBundles = await listBundledUnits(tx, { merchantId, since: dayFromEpoch(earliest) })
  return { origin, country: shop.countryCode, shopEvents, inBundles, parts }
}
