import { AppError } from '../../kernel/errors.ts'
import type { Context } from '../../kernel/verb-context.ts'
import {
  cellContext,
  deleteShopData,
  givenSales,
  importedVariants,
  prepareShop,
  readItem,
  writeImportedSales,
  writeItems,
} from '../../store/index.ts'

/** A product of a sample. */
export interface Sample {
  fields: { sku: string; product: string; vendor: string; price: string; stock: string; cost?: string }
  /** Sales of the days before today. */
  days: number
  /** Units sold on an epoch day. */
  unitsOn: (day: number) => number
}

/**
 * Writes a sample in place of an earlier one. A shop with data of its own is left alone. `samplesOn` returns the products as of an
 * epoch day in the shop's calendar. Returns that day, and the id of each product.
 */
export async function loadSample(
  context: Context<'clock' | 'live'>,
  samplesOn: (today: number) => readonly Sample[],
): Promise<{ today: number; variantIds: number[] }> {
  const { merchantId, tx } = context
  const details = { timeZone: null, currency: null, isSample: true }
  const shop = await prepareShop(tx, { merchantId, kind: 'products', details })
  await deleteShopData(tx, merchantId)
  const { today, timeZone } = cellContext(context, shop, details)
  const samples = samplesOn(today)
  const items = samples.map(getItem)
  const { shopDomain } = shop
  const at = context.clock.now()
  await writeItems(tx, { merchantId, shopDomain, timeZone, today, at, chunks: oneChunk(items) })
  const variantIds = items.map(({ variantId }) => variantId)
  const sales = samples.flatMap((sample, index) =>
    Array.from({ length: sample.days }, (_, i) => today - sample.days + i)
      .map((day) => ({ variantId: variantIds[index]!, day, units: sample.unitsOn(day) }))
      .filter(({ units }) => units > 0),
  )
  const cells = givenSales({
    variantIds: sales.map((sale) => sale.variantId),
    days: sales.map((sale) => sale.day),
    units: sales.map((sale) => sale.units),
  })
  await writeImportedSales(tx, { merchantId, cells })
  await context.live.publish(tx, merchantId, { type: 'stock' })
  return { today, variantIds }
}

function getItem({ fields }: Sample) {
  const read = readItem(fields, { currency: 'USD', table: null, resolve: importedVariants([]) })
  if (read === null || 'faults' in read) throw new AppError('internal', 'The sample store cannot be read.')
  return read.item
}

async function* oneChunk<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield items
}
