import { minorAmount, supplierRequestSchema } from '@stockcast/contract'
import { dayFromEpoch } from '../../../kernel/calendar.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type Context, inTransaction } from '../../../kernel/verb-context.ts'
import {
  answerNotInStore,
  createOrder,
  createSupplier,
  markOrdered,
  receiveOrder,
  saveItems,
} from '../../../ordering/index.ts'
import { insertEvent } from '../../../planning/index.ts'
import { requestForecast } from '../../../store/index.ts'
import { loadSample, type Sample } from '../load-sample.ts'
import { type SampleProduct, sampleProducts, sampleSuppliers } from './products.ts'
import { liftOn, SALE_DAYS, SAMPLE_SHOP_DAYS, saleStarts, sampleUnits } from './sample-sales.ts'

type ShopContext = Context<'clock' | 'config' | 'jobs' | 'live'>

interface Stored extends SampleProduct {
  variantId: number
}

/**
 * The latest received order of a supplier was placed `FIRST_ORDER_DAYS` ago, each earlier one `ORDER_STEP_DAYS` before the
 * next.
 */
const FIRST_ORDER_DAYS = 70
const ORDER_STEP_DAYS = 45
/** The order that is on the way: when it was placed, and after how many days it is expected. */
const ON_THE_WAY = { supplier: 2, orderedDaysAgo: 19, takesDays: 28, lines: 6 }

/**
 * Loads the sample shop in place of an earlier sample and queues its forecasts: sixty products with 22 months of sales, three
 * suppliers with received orders, and one order on the way. A shop with data of its own is left alone.
 */
export async function seedSampleShop(kernel: Kernel, merchantId: number): Promise<{ variants: number }> {
  await inTransaction(kernel, merchantId, async (context) => {
    const { today, variantIds } = await loadSample(context, (day) =>
      sampleProducts.map((product) => getSample(product, day)),
    )
    const products = sampleProducts.map((product, i) => ({ ...product, variantId: variantIds[i]! }))
    await insertSaleEvents(context, today)
    for (const index of sampleSuppliers.keys()) {
      await addSupplier(context, {
        index,
        products: products.filter(({ supplier }) => supplier === index),
        today,
      })
    }
    await requestForecast(kernel, context.tx, merchantId)
  })
  return { variants: sampleProducts.length }
}

function getSample(product: SampleProduct, today: number): Sample {
  const { sku, title, supplier, price, cost, soldSinceDays } = product
  return {
    fields: {
      sku,
      product: title,
      vendor: sampleSuppliers[supplier].name,
      price: String(price),
      cost: String(cost),
      stock: String(stockOn(product, today)),
    },
    days: soldSinceDays ?? SAMPLE_SHOP_DAYS,
    unitsOn: (day) => sampleUnits(product, day),
  }
}

/** Returns the units that last for the product's days of stock at the demand of the month ahead. */
function stockOn(product: SampleProduct, today: number): number {
  const ahead = Array.from({ length: 28 }, (_, i) => liftOn(product, today + i))
  const lift = ahead.reduce((sum, each) => sum + each, 0) / ahead.length
  return Math.round(product.unitsPerDay * lift * product.stockDays)
}

/** Adds last year's sales to the calendar, as events that repeat every year. */
async function insertSaleEvents({ clock, merchantId, tx }: ShopContext, today: number): Promise<void> {
  const year = Number(dayFromEpoch(today).slice(0, 4)) - 1
  for (const start of saleStarts) {
    const from = `${year}-${start}`
    const to = `${year}-${start.slice(0, 3)}${Number(start.slice(3)) + SALE_DAYS - 1}`
    const fields = {
      kind: 'sale' as const,
      name: 'Season sale',
      from,
      to,
      repeats: 'yearly' as const,
      effectRatio: null,
      variantIds: null,
      group: null,
    }
    await insertEvent(tx, { merchantId, fields, at: clock.now() })
  }
}

/** Adds a supplier with its products and the orders that were received from it, and for one the order on the way. */
async function addSupplier(
  context: ShopContext,
  { index, products, today }: { index: number; products: readonly Stored[]; today: number },
): Promise<void> {
  const { took, ...terms } = sampleSuppliers[index]!
  const { id: supplierId } = await createSupplier(context, supplierRequestSchema.parse(terms))
  await saveItems(context, {
    rows: products.map(({ variantId, sku, packSize, cost }) => ({
      supplierId,
      variantId,
      supplierSku: sku.replace('NF-', ''),
      packSize,
      unitCostMinor: minorAmount(cost, 'USD'),
    })),
  })
  for (const [past, days] of took.entries()) {
    const orderedOn = today - FIRST_ORDER_DAYS - ORDER_STEP_DAYS * past
    const lines = getLines(products.filter((_, i) => i % took.length === past))
    const order = await placeOrder(context, {
      supplierId,
      lines,
      orderedOn,
      takesDays: terms.statedLeadTimeDays,
    })
    await receiveOrder(context, {
      orderId: order.id,
      by: null,
      wanted: {
        key: `sample-${order.number}`,
        receivedOn: dayFromEpoch(orderedOn + days),
        lines: order.lines.map(({ id, ordered }) => ({ lineId: id, accepted: ordered, rejected: 0 })),
      },
    })
    await answerNotInStore(context, { orderId: order.id, answer: 'in_store' })
  }
  if (index !== ON_THE_WAY.supplier) return
  const lines = getLines(products.slice(0, ON_THE_WAY.lines))
  const orderedOn = today - ON_THE_WAY.orderedDaysAgo
  await placeOrder(context, { supplierId, lines, orderedOn, takesDays: ON_THE_WAY.takesDays })
}

/** Returns lines of about a month's demand, in whole packs. */
function getLines(products: readonly Stored[]) {
  return products.map(({ variantId, unitsPerDay, packSize }) => ({
    variantId,
    units: Math.ceil((unitsPerDay * 30) / packSize) * packSize,
  }))
}

async function placeOrder(
  context: ShopContext,
  args: { supplierId: number; lines: ReturnType<typeof getLines>; orderedOn: number; takesDays: number },
) {
  const { supplierId, lines, orderedOn, takesDays } = args
  const { id: orderId, version } = await createOrder(context, { supplierId, lines })
  const wanted = {
    version,
    orderedOn: dayFromEpoch(orderedOn),
    expectedOn: dayFromEpoch(orderedOn + takesDays),
  }
  return markOrdered(context, { orderId, wanted })
}
