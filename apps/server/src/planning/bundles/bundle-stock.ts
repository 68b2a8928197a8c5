import { type StockStatus, stockStatus } from '@stockcast/forecasting/decisions'
import type { StockProjection } from '../projection/derive-projection.ts'

/** A part of a bundle with its stock. */
export interface PartStock {
  variantId: number
  /** Units in one bundle. */
  quantity: number
  /** False once the store has deleted it. */
  isThere: boolean
  isTracked: boolean
  /** Units, negative where more was sold than there was; null if unknown. */
  available: number | null
  days: number | null
  daysLow: number | null
  daysHigh: number | null
  daysSource: StockProjection['days_source'] | null
  kind: StockProjection['projection_kind'] | null
}

export type BundleStock = Pick<
  StockProjection,
  | 'available'
  | 'status'
  | 'projection_kind'
  | 'days_source'
  | 'days_until_stockout'
  | 'days_low'
  | 'days_high'
>

/** Returns how many units of a bundle a part is enough for; null if it is never short. */
export function unitsFrom({ isTracked, available, quantity }: PartStock): number | null {
  return isTracked && available !== null ? Math.floor(Math.max(0, available) / quantity) : null
}

/** Returns the part that is enough for the fewest units; null if none is ever short. */
export function scarcestPart<Part extends PartStock>(
  parts: readonly Part[],
): { part: Part; units: number } | null {
  let scarcest: { part: Part; units: number } | null = null
  for (const part of parts) {
    const units = unitsFrom(part)
    if (units !== null && (scarcest === null || units < scarcest.units)) scarcest = { part, units }
  }
  return scarcest
}

/** Returns the part that is expected to run out first; null if none is. */
export function soonestPart<Part extends PartStock>(parts: readonly Part[]): Part | null {
  let soonest: Part | null = null
  for (const part of parts) {
    if (!part.isTracked || part.days === null) continue
    if (soonest === null || part.days < (soonest.days as number)) soonest = part
  }
  return soonest
}

/**
 * Returns the stock of a bundle that is put together when it is sold: as many bundles as its scarcest part is enough for, until
 * the first of its parts runs out. Untracked parts are never short. The stock is unknown if a part is deleted or nothing is
 * known about the parts.
 */
export function bundleStock(parts: readonly PartStock[]): BundleStock {
  const scarcest = scarcestPart(parts)
  if (scarcest === null || parts.some(({ isThere }) => !isThere)) return unknown
  if (scarcest.units === 0) return { ...unknown, ...outOfStock }
  const soonest = soonestPart(parts)
  const kind = soonest?.kind ?? 'unknown'
  const days = soonest?.days ?? null
  return {
    available: scarcest.units,
    status: getStatus(scarcest.units, days),
    projection_kind: kind,
    days_source: soonest?.daysSource ?? 'mean',
    days_until_stockout: days,
    days_low: soonest?.daysLow ?? null,
    days_high: soonest?.daysHigh ?? null,
  }
}

const unknown: BundleStock = {
  available: null,
  status: 'healthy',
  projection_kind: 'unknown',
  days_source: 'mean',
  days_until_stockout: null,
  days_low: null,
  days_high: null,
}

const outOfStock = {
  available: 0,
  status: 'out_of_stock',
  projection_kind: 'out_of_stock',
  days_until_stockout: 0,
  days_low: 0,
  days_high: 0,
} as const

function getStatus(available: number, days: number | null): StockStatus {
  if (days === null) return 'healthy'
  const projection = { kind: 'days', daysUntilStockout: days, low: days, high: days } as const
  return stockStatus({ available, projection })
}
