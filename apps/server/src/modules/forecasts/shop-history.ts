/** The sales of a shop in a few large buffers, which move to a worker thread without a copy. */
export interface ShopHistory {
  /** The last epoch day of the data. */
  origin: number
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
}

/** The data of one variant: parallel lists of epoch days and units, in any order. */
export interface VariantHistory {
  variantId: number
  /** The day on which it went on sale. */
  firstSeen: number
  saleDays: readonly number[]
  units: readonly number[]
  daysWithoutStock: readonly number[]
}

/**
 * Lays out one element for each day from the first day on sale (or the first sale, if that is earlier) to the
 * origin. A variant that went on sale after the origin has no days. Days outside this range are left out.
 */
export function packHistory(args: {
  origin: number
  variants: readonly VariantHistory[]
  earliest: number
}): ShopHistory {
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
  return { origin, variantIds, firstDays, starts, unitsSold, outOfStock }
}

export function transferList(history: ShopHistory): ArrayBuffer[] {
  const { variantIds, firstDays, starts, unitsSold, outOfStock } = history
  return [variantIds, firstDays, starts, unitsSold, outOfStock].map((array) => array.buffer as ArrayBuffer)
}
