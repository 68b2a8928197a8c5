import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { refreshOutlooks } from '../forecasts/index.ts'
import { findPlace, type ShopDetails, updateShopDetails } from './queries.ts'
import { moveTimeZone } from './task-definitions.ts'

/**
 * Keeps the shop's name, money, time zone and country. Another time zone puts its orders on other days, another country
 * writes the alerts that are open in its own way, both in the background.
 */
export async function saveShopDetails(
  kernel: Pick<Kernel, 'jobs'>,
  tx: Tx,
  { merchantId, shop }: { merchantId: number; shop: ShopDetails },
): Promise<void> {
  const before = await findPlace(tx, merchantId)
  await updateShopDetails(tx, merchantId, shop)
  const options = { tx, key: String(merchantId) }
  if (before?.countryCode !== shop.countryCode)
    await kernel.jobs.send(refreshOutlooks, { merchantId }, options)
  if (before?.timeZone !== shop.timeZone) await kernel.jobs.send(moveTimeZone, { merchantId }, options)
}
