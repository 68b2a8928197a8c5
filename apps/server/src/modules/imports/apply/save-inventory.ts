import type { SaveInventory } from '@stockcast/contract'
import { AppError } from '../../../errors.ts'
import type { Kernel } from '../../../kernel.ts'
import { takeUse } from '../../../quotas/take-use.ts'
import { contradictionText } from '../../../texts/import-texts.ts'
import { requestForecast } from '../../forecasts/index.ts'
import { createItemRules, type ItemRules } from '../check/check-items.ts'
import { type Item, readItem } from '../check/item-rows.ts'
import { assertFits, cellCalendar, prepareShop } from '../shop/prepare-shop.ts'
import { type WrittenItems, writeItems } from './write-items.ts'

/** Saves products and stock like a file, in one call: if any item is at fault, nothing is written. */
export async function saveInventory(
  kernel: Kernel,
  merchantId: number,
  input: SaveInventory,
): Promise<WrittenItems> {
  const details = {
    timeZone: input.timeZone ?? null,
    currency: input.currency ?? null,
    isSample: input.isSample ?? false,
  }
  const rules = createItemRules()
  const items = input.items.map((given, index) => readGiven(given, index, rules))
  await kernel.disk.assertRoom()
  return kernel.db.withTenant(merchantId, async (tx) => {
    await takeUse({ ...kernel, merchantId, tx }, 'import_call')
    const shop = await prepareShop(tx, { merchantId, kind: 'products', details })
    const written = await writeItems(tx, {
      merchantId,
      shopDomain: shop.shopDomain,
      ...cellCalendar(kernel, shop, details),
      at: kernel.clock.now(),
      chunks: oneChunk(items),
    })
    await assertFits(tx, merchantId, shop)
    await requestForecast(kernel, tx, merchantId)
    await kernel.live.publish(tx, merchantId, { type: 'stock' })
    return written
  })
}

function readGiven(given: SaveInventory['items'][number], index: number, rules: ItemRules): Item {
  const fields = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  const read = readItem(fields)
  if (read === null || fields.sku?.trim() === '') throw itemFault(index, 'sku', 'is empty')
  if ('faults' in read) throw itemFault(index, read.faults[0]!.column, read.faults[0]!.reason)
  const refused = rules.accept(read.item, index)
  if (refused) throw itemFault(index, refused.column, contradictionText(refused, 'call'))
  return read.item
}

async function* oneChunk(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield items
}

function itemFault(index: number, column: string, reason: string): AppError {
  const field = `items.${index}.${column}`
  return new AppError('invalid_input', `${field}: ${reason}`, { field })
}
