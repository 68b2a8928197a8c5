import { SAMPLE_DAYS, SAMPLE_PRODUCTS, SAMPLE_STOCK } from '@stockcast/contract'
import type { Kernel } from '../../kernel/kernel.ts'
import { inTransaction } from '../../kernel/verb-context.ts'
import { requestForecast } from '../../store/index.ts'
import { loadSample, type Sample } from './load-sample.ts'
import { insertOverrides } from './queries.ts'

/**
 * Settings with which the engine opens the two alerts of the demo: the best seller runs out before its
 * supplier delivers, and the second product has less stock than its safety stock.
 */
const overrides: Record<string, { leadTimeDays: number | null; safetyStock: number | null }> = {
  'DEMO-KETTLE': { leadTimeDays: 28, safetyStock: null },
  'DEMO-GRINDER': { leadTimeDays: null, safetyStock: 150 },
}

/**
 * Loads the sample store in place of an earlier one and queues its forecasts. A shop with data of its own is
 * left alone.
 */
export async function seedDemo(kernel: Kernel, merchantId: number): Promise<{ variants: number }> {
  await inTransaction(kernel, merchantId, async (context) => {
    const { variantIds } = await loadSample(context, () => SAMPLE_PRODUCTS.map(getSample))
    await insertOverrides(
      context.tx,
      merchantId,
      SAMPLE_PRODUCTS.flatMap(({ sku }, index) => {
        const override = overrides[sku]
        return override ? { variantId: variantIds[index]!, ...override } : []
      }),
    )
    await requestForecast(kernel, context.tx, merchantId)
  })
  return { variants: SAMPLE_PRODUCTS.length }
}

function getSample({ sku, product, vendor, price, unitsPerDay }: (typeof SAMPLE_PRODUCTS)[number]): Sample {
  return {
    fields: { sku, product, vendor, price: String(price), stock: String(SAMPLE_STOCK) },
    days: SAMPLE_DAYS,
    unitsOn: () => unitsPerDay,
  }
}
