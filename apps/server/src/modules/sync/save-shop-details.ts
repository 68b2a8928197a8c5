import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { findTimeZone, updateShopDetails } from './queries.ts'
import { moveTimeZone } from './task-definitions.ts'

/** Keeps the shop's name, money and time zone. Another time zone puts its orders on other days, in the background. */
export async function saveShopDetails(
  kernel: Pick<Kernel, 'jobs'>,
  tx: Tx,
  { merchantId, shop }: { merchantId: number; shop: { name: string; timeZone: string; currency: string } },
): Promise<void> {
  const before = await findTimeZone(tx, merchantId)
  await updateShopDetails(tx, merchantId, shop)
  if (before === shop.timeZone) return
  await kernel.jobs.send(moveTimeZone, { merchantId }, { tx, key: String(merchantId) })
}
