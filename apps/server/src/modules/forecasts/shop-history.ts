import type { Likeness } from '@stockcast/forecasting'

/** The sales of a shop, whose buffers move to a worker thread without a copy. */
export interface ShopHistory {
  /** The last epoch day of the data. */
  origin: number
  /** Never empty. */
  parts: readonly HistoryPart[]
}

/** The sales of some variants in a few large buffers. */
export interface HistoryPart {
  variantIds: Float64Array
  /** The epoch day of each variant's first element. */
  firstDays: Int32Array
  /**
   * The start of each variant's days in `unitsSold` and `outOfStock`, and one more element with the end of
   * the last.
   */
  starts: Int32Array
  unitsSold: Float64Array
  outOfStock: Uint8Array
  /** The epoch day from which each variant's stock is known. */
  stockKnownFrom: Int32Array
  likeness: readonly Likeness[]
}

/** The data of one variant: parallel lists of epoch days and units, in any order. */
export interface VariantHistory {
  variantId: number
  /** The day on which it went on sale. */
  firstSeen: number
  saleDays: readonly number[]
  units: readonly number[]
  daysWithoutStock: readonly number[]
  /** The first day with a recorded stock; 0 for a variant that sells without stock or is not tracked. */
  stockKnownFrom: number
  likeness: Likeness
}

/**
 * Lays out one element for each day from the first day on sale (or the first sale, if that is earlier) to the
 * origin. A variant that went on sale after the origin has no days. Days outside this range are left out.
 */
export function packHistory(args: {
  origin: number
  variants: readonly VariantHistory[]
  earliest: number
}): HistoryPart {
  const { origin, variants, earliest } = args
  const count = variants.length
  const firstDays = new Int32Array(count)
  const starts = new Int32Array(count + 1)
  variants.forEach((variant, i) => {
    const first = variant.saleDays.reduce((least, day) => Math.min(least, day), variant.firstSeen)
    firstDays[i] = Math.min(Math.max(first, earliest), origin + 1)
    starts[i + 1] = starts[i]! + origin + 1 - firstDays[i]!
  })
  const unitsSold = new Float64Array(starts[count]!)
  const outOfStock = new Uint8Array(starts[count]!)
  variants.forEach((variant, i) => {
    const place = (day: number) =>
      day >= firstDays[i]! && day <= origin ? starts[i]! + day - firstDays[i]! : -1
    variant.saleDays.forEach((day, j) => {
      const at = place(day)
      if (at >= 0) unitsSold[at] = unitsSold[at]! + variant.units[j]!
    })
    for (const day of variant.daysWithoutStock) {
      const at = place(day)
      if (at >= 0) outOfStock[at] = 1
    }
  })
  const variantIds = Float64Array.from(variants, (variant) => variant.variantId)
  const stockKnownFrom = Int32Array.from(variants, (variant) => variant.stockKnownFrom)
  const likeness = variants.map((variant) => variant.likeness)
  return { variantIds, firstDays, starts, unitsSold, outOfStock, stockKnownFrom, likeness }
}

/** The days of one variant; they end on the origin. */
export interface VariantSeries {
  id: string
  /** Epoch day of the first element. */
  firstDay: number
  unitsSold: Float64Array
  outOfStock: Uint8Array
  /** Epoch day. */
  stockKnownFrom: number
  likeness: Likeness
}

export function countSeries({ parts }: ShopHistory): number {
  return parts.reduce((sum, { variantIds }) => sum + variantIds.length, 0)
}

/** Returns the variants in their order; the arrays are views of the buffers. */
export function seriesOf({ parts }: ShopHistory): VariantSeries[] {
  return parts.flatMap(({ variantIds, firstDays, starts, unitsSold, outOfStock, stockKnownFrom, likeness }) =>
    Array.from(variantIds, (id, i) => ({
      id: String(id),
      firstDay: firstDays[i]!,
      unitsSold: unitsSold.subarray(starts[i], starts[i + 1]),
      outOfStock: outOfStock.subarray(starts[i], starts[i + 1]),
      stockKnownFrom: stockKnownFrom[i]!,
      likeness: likeness[i]!,
    })),
  )
}

export function transferList({ parts }: ShopHistory): ArrayBuffer[] {
  return parts.flatMap(({ variantIds, firstDays, starts, unitsSold, outOfStock, stockKnownFrom }) =>
    [variantIds, firstDays, starts, unitsSold, outOfStock, stockKnownFrom].map(
      (array) => array.buffer as ArrayBuffer,
    ),
  )
}
