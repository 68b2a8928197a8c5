import { SAMPLE_DAYS, SAMPLE_PRODUCTS, SAMPLE_STOCK } from '@stockcast/contract'
import type { Tx } from '../../database/app-database.ts'
import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'
import { requestForecast } from '../forecasts/index.ts'
import { cellContext, givenSales, prepareShop, readItem, writeItems } from '../imports/index.ts'
import { writeImportedSales } from '../ledger/index.ts'
import { deleteShopData } from '../shops/index.ts'
import { insertOverrides } from './queries.ts'

/**
 * Settings with which the engine opens the two alerts of the demo: the best seller runs out before its
 * supplier delivers, and the second product has less stock than its safety stock.
 */
const overrides: Record<string, { leadTimeDays: number | null; safetyStock: number | null }> = {
  'DEMO-KETTLE': { leadTimeDays: 28, safetyStock: null },
  'DEMO-GRINDER': { leadTimeDays: null, safetyStock: 150 },
}

interface SampleItem {
  fields: { sku: string; product: string; vendor: string; price: string; stock: string }
  unitsPerDay: number
  override: { leadTimeDays: number | null; safetyStock: number | null } | null
}

/**
 * Loads the sample store in place of an earlier one and queues its forecasts. A shop with data of its own is
 * left alone.
 */
export async function seedDemo(kernel: Kernel, merchantId: number): Promise<{ variants: number }> {
  const details = { timeZone: null, currency: null, isSample: true }
  const samples = sampleItems().map((sample) => ({ ...sample, item: itemOf(sample) }))
  await kernel.db.withTenant(merchantId, async (tx) => {
    const shop = await prepareShop(tx, { merchantId, kind: 'products', details })
    await deleteShopData(tx, merchantId)
    const { today, timeZone } = cellContext(kernel, shop, details)
    const chunks = oneChunk(samples.map((sample) => sample.item))
    const { shopDomain } = shop
    const at = kernel.clock.now()
    await writeItems(tx, { merchantId, shopDomain, timeZone, today, at, chunks })
    await writeSales(tx, { merchantId, today, samples })
    await insertOverrides(
      tx,
      merchantId,
      samples.flatMap(({ item, override }) => (override ? { variantId: item.variantId, ...override } : [])),
    )
    await requestForecast(kernel, tx, merchantId)
    await kernel.live.publish(tx, merchantId, { type: 'stock' })
  })
  return { variants: samples.length }
}

function itemOf(sample: SampleItem) {
  const read = readItem(sample.fields, { currency: 'USD', table: null })
  if (read === null || 'faults' in read) throw new AppError('internal', 'The sample store cannot be read.')
  return read.item
}

async function writeSales(
  tx: Tx,
  args: {
    merchantId: number
    today: number
    samples: readonly (SampleItem & { item: { variantId: number } })[]
  },
): Promise<void> {
  const sales = sampleDays(args.today).flatMap((day) =>
    args.samples.map(({ item, unitsPerDay }) => ({ day, variantId: item.variantId, units: unitsPerDay })),
  )
  const cells = givenSales({
    variantIds: sales.map((sale) => sale.variantId),
    days: sales.map((sale) => sale.day),
    units: sales.map((sale) => sale.units),
  })
  await writeImportedSales(tx, { merchantId: args.merchantId, cells })
}

async function* oneChunk<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield items
}

function sampleItems(): SampleItem[] {
  return SAMPLE_PRODUCTS.map(({ sku, product, vendor, price, unitsPerDay }) => ({
    fields: { sku, product, vendor, price: String(price), stock: String(SAMPLE_STOCK) },
    unitsPerDay,
    override: overrides[sku] ?? null,
  }))
}

/** Returns the epoch days of the sample's sales: the last ones before `today`. */
function sampleDays(today: number): number[] {
  return Array.from({ length: SAMPLE_DAYS }, (_, i) => today - SAMPLE_DAYS + i)
}
