import { dayFromEpoch, epochDay, today } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { findMerchantCalendar } from '../projection/index.ts'
import { listHistories } from './queries.ts'
import { packHistory, type ShopHistory, type VariantHistory } from './shop-history.ts'

/** Three years and a day: two annual seasons to learn from and one to check. */
const historyDays = 1096
const variantsPerRead = 1000

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
  const merchant = await findMerchantCalendar(tx, merchantId)
  if (!merchant) return null
  const origin = epochDay(today(kernel.clock, merchant.timeZone)) - 1
  const earliest = origin - historyDays + 1
  const variants: VariantHistory[] = []
  for (let start = 0; start < variantIds.length; start += variantsPerRead) {
    const chunk = variantIds.slice(start, start + variantsPerRead)
    const days = { since: dayFromEpoch(earliest), until: dayFromEpoch(origin) }
    variants.push(...(await listHistories(tx, { merchantId, variantIds: chunk, ...days })))
  }
  return variants.length === 0 ? null : packHistory({ origin, variants, earliest })
}
