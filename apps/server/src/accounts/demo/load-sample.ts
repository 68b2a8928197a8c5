import { AppError } from '../../kernel/errors.ts'
import { inTurns } from '../../kernel/in-turns.ts'
import type { Context } from '../../kernel/verb-context.ts'
import {
  cellContext,
  deleteShopData,
  givenSales,
  importedVariants,
  prepareShop,
  readItem,
  type SalesChunk,
  writeImportedSales,
  writeItems,
} from '../../store/index.ts'

const DAYS_AT_ONCE = 2000

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
  const sales: SalesChunk = { variantIds: [], days: [], units: [] }
  const portions = { getSize: ([, { days }]: [number, Sample]) => days, most: DAYS_AT_ONCE }
  for await (const [index, { days, unitsOn }] of inTurns(samples.entries(), portions)) {
    for (let day = today - days; day < today; day++) {
      const units = unitsOn(day)
      if (units === 0) continue
      sales.variantIds.push(variantIds[index]!)
      sales.days.push(day)
      sales.units.push(units)
    }
  }
  const cells = givenSales(sales)
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
