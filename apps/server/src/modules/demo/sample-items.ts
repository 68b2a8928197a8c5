import { SAMPLE_DAYS, SAMPLE_PRODUCTS, SAMPLE_STOCK } from '@stockcast/contract'

/**
 * Settings under which the engine itself raises the two alerts of the demo: the best seller runs out before its supplier
 * delivers, the second has less than the merchant wants to keep.
 */
const overrides: Record<string, { leadTimeDays: number | null; safetyStock: number | null }> = {
  'DEMO-KETTLE': { leadTimeDays: 28, safetyStock: null },
  'DEMO-GRINDER': { leadTimeDays: null, safetyStock: 150 },
}

export interface SampleItem {
  fields: { sku: string; product: string; vendor: string; price: string; stock: string }
  unitsPerDay: number
  override: { leadTimeDays: number | null; safetyStock: number | null } | null
}

export function sampleItems(): SampleItem[] {
  return SAMPLE_PRODUCTS.map(({ sku, product, vendor, price, unitsPerDay }) => ({
    fields: { sku, product, vendor, price: String(price), stock: String(SAMPLE_STOCK) },
    unitsPerDay,
    override: overrides[sku] ?? null,
  }))
}

/** Epoch days of the sample's sales: the last ones before `today`. */
export function sampleDays(today: number): number[] {
  return Array.from({ length: SAMPLE_DAYS }, (_, i) => today - SAMPLE_DAYS + i)
}
