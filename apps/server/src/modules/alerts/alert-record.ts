import type { AlertMeta, VariantFacts } from '@stockcast/forecasting/decisions'
import { z } from 'zod'
import { dayFromEpoch } from '../../calendar.ts'
import { type ReadAs, recommendation } from './recommendation.ts'

/** The stored form of `alerts.meta`. Its days count from the day it was last updated. */
export const alertMetaSchema = z.object({
  days_until_stockout: z.number().int().nullable(),
  days_low: z.number().int().nullable(),
  days_high: z.number().int().nullable(),
  probability: z.number().nullable(),
  order_quantity: z.number().int(),
  order_by: z.iso.date().nullable(),
  recommendation: z.string(),
  /** Stock when the alert opened or last escalated. It tells a restock from fallen demand. */
  available_at_opening: z.number(),
})
export type StoredMeta = z.infer<typeof alertMetaSchema>

export interface AlertRecord {
  severity: number
  meta: StoredMeta
}

export function alertRecord(
  change: { severity: number; meta: AlertMeta },
  facts: Pick<VariantFacts, 'available'>,
  read: ReadAs,
): AlertRecord {
  const { meta, severity } = change
  return {
    severity,
    meta: {
      days_until_stockout: meta.daysUntilStockout,
      days_low: meta.daysLow,
      days_high: meta.daysHigh,
      probability: meta.probability,
      order_quantity: meta.orderQuantity,
      order_by: meta.orderInDays === null ? null : dayFromEpoch(read.today + meta.orderInDays),
      recommendation: recommendation(meta, read),
      available_at_opening: facts.available,
    },
  }
}
