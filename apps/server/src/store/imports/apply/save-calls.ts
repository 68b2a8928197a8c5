import type { SaveInventory, SaveSales } from '@stockcast/contract'
import { AppError } from '../../../kernel/errors.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { contradictionText } from '../../../kernel/texts/import-texts.ts'
import { requestForecast } from '../../changes/request-forecast.ts'
import { writeImportedSales } from '../../ledger/write-imported-sales.ts'
import { createItemRules, type ItemRules } from '../check/check-items.ts'
import { ownSales, salesRules, salesVariants } from '../check/check-sales.ts'
import { importedVariants, type ResolveVariant, variantKey } from '../check/item-ids.ts'
import { type Item, readItem } from '../check/item-rows.ts'
import { cachedDays, readSaleFields } from '../check/sales-rows.ts'
import { listVariantSkus } from '../item-queries.ts'
import { assertFits, cellContext, prepareShop } from '../prepare-shop.ts'
import { givenSales, type SalesChunk } from '../staged-queries.ts'
import { type WrittenItems, writeItems } from './write-items.ts'

/** Saves products and stock like a file, in one call: if any item is at fault, nothing is written. */
export async function saveInventory(
  kernel: Kernel,
  merchantId: number,
  input: SaveInventory,
): Promise<WrittenItems> {
  const details = detailsOf(input)
  await kernel.disk.assertRoom()
  return kernel.db.withTenant(merchantId, async (tx) => {
    const shop = await prepareShop(tx, { merchantId, kind: 'products', details })
    const context = cellContext(kernel, shop, details)
    const rules = createItemRules()
    const resolve = importedVariants(shop.isDemo ? [] : await listVariantSkus(tx, merchantId))
    const items = input.items.map((given, index) => readGiven(given, { index, rules, resolve, ...context }))
    const written = await writeItems(tx, {
      merchantId,
      shopDomain: shop.shopDomain,
      ...context,
      at: kernel.clock.now(),
      chunks: oneChunk(items),
    })
    await assertFits({ ...kernel, merchantId, tx })
    await requestForecast(kernel, tx, merchantId)
    await kernel.live.publish(tx, merchantId, { type: 'stock' })
    return written
  })
}

function detailsOf({ timeZone, currency, isSample }: SaveInventory | SaveSales) {
  return { timeZone: timeZone ?? null, currency: currency ?? null, isSample: isSample ?? false }
}

function readGiven(
  given: SaveInventory['items'][number],
  { index, rules, ...cells }: { index: number; rules: ItemRules; resolve: ResolveVariant; currency: string },
): Item {
  const fields = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  const read = readItem(fields, { ...cells, table: null })
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

/** Saves sales like a file, in one call: if any row is at fault, nothing is written. */
export async function saveSales(
  kernel: Kernel,
  merchantId: number,
  input: SaveSales,
): Promise<{ skus: number; unknownSkus: number; units: number }> {
  const details = detailsOf(input)
  await kernel.disk.assertRoom()
  return kernel.db.withTenant(merchantId, async (tx) => {
    const shop = await prepareShop(tx, { merchantId, kind: 'sales', details })
    const rules = { ...(await salesRules(tx, merchantId, shop)), keepsZeros: true }
    const resolve = salesVariants(rules)
    const days = cachedDays(cellContext(kernel, shop, details))
    const cells: SalesChunk = { variantIds: [], days: [], units: [] }
    const [skus, unknown] = [new Set<string>(), new Set<string>()]
    for (const [i, row] of input.rows.entries()) {
      const read = readSaleFields(
        { sku: String(row.sku), day: row.day, units: String(row.units) },
        { days, resolve },
      )
      if ('faults' in read) throw rowFault(i, read.faults[0]!.column, read.faults[0]!.reason)
      const resolved = resolve(variantKey({ sku: read.sku, name: '' }), read.sku)
      if ('reason' in resolved) throw rowFault(i, 'sku', resolved.reason)
      if (rules.firstStoreDay !== null && read.day >= rules.firstStoreDay) {
        throw rowFault(i, 'day', ownSales(rules.firstStoreDay))
      }
      skus.add(read.sku)
      if (!resolved.isKnown) unknown.add(read.sku)
      if (resolved.id === null) continue
      cells.variantIds.push(resolved.id)
      cells.days.push(read.day)
      cells.units.push(read.units)
    }
    await writeImportedSales(tx, { merchantId, cells: givenSales(cells) })
    await assertFits({ ...kernel, merchantId, tx })
    await requestForecast(kernel, tx, merchantId)
    await kernel.live.publish(tx, merchantId, { type: 'stock' })
    const units = cells.units.reduce((sum, each) => sum + each, 0)
    return { skus: skus.size, unknownSkus: unknown.size, units }
  })
}

function rowFault(index: number, column: string, reason: string): AppError {
  const field = `rows.${index}.${column}`
  return new AppError('invalid_input', `${field}: ${reason}`, { field })
}
