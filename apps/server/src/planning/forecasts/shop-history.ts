import type { Likeness, SeriesList, ToldEvent } from '@stockcast/forecasting'

/** The sales of a shop, whose buffers move to a worker thread without a copy. */
export interface ShopHistory {
  /** The last epoch day of the data. */
  origin: number
  /** ISO code of the shop's country, whose holidays count; null if it is not known. */
  country: string | null
  /** Events of the shop that the merchant entered. */
  shopEvents: readonly ToldEvent[]
  /** Units of parts that were sold in bundles, by epoch day: the shop sold the bundle, and not the parts as well. */
  inBundles: readonly { day: number; units: number }[]
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
  /** In as few bytes a day as the largest number needs. */
  unitsSold: Uint8Array | Uint16Array | Float64Array
  outOfStock: Uint8Array
  /** The epoch day from which each variant's stock is known. */
  stockKnownFrom: Int32Array
  /** 1 for a variant that was out of stock on that day. */
  wasEmptyWhenRecorded: Uint8Array
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
  /** Whether the stock was zero at the end of that day. */
  wasEmptyWhenRecorded: boolean
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
  const wasEmptyWhenRecorded = Uint8Array.from(variants, (variant) => Number(variant.wasEmptyWhenRecorded))
  const likeness = variants.map((variant) => variant.likeness)
  return {
    variantIds,
    firstDays,
    starts,
    unitsSold: narrowed(unitsSold),
    outOfStock,
    stockKnownFrom,
    wasEmptyWhenRecorded,
    likeness,
  }
}

const LARGEST_BYTE = 0xff
const LARGEST_TWO_BYTES = 0xffff

/** Returns the same numbers, in one or two bytes each where all of them are whole and small enough. */
function narrowed(units: Float64Array): HistoryPart['unitsSold'] {
  let largest = 0
  for (const value of units) {
    if (value !== (value & LARGEST_TWO_BYTES)) return units
    largest = Math.max(largest, value)
  }
  return largest > LARGEST_BYTE ? Uint16Array.from(units) : Uint8Array.from(units)
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
  wasEmptyWhenRecorded: boolean
  likeness: Likeness
}

export function countSeries({ parts }: ShopHistory): number {
  return parts.reduce((sum, { variantIds }) => sum + variantIds.length, 0)
}

/** The variants of a history in their order. The units of each take the memory of the one before. */
export class HistorySeries implements SeriesList {
  readonly length: number
  /** The most days of a variant. */
  readonly longest: number
  readonly #parts: readonly HistoryPart[]
  /** The index of the first variant of each part. */
  readonly #firsts: number[] = []
  readonly #units: Float64Array
  #part = 0

  constructor(history: ShopHistory) {
    this.length = countSeries(history)
    this.#parts = history.parts
    let first = 0
    for (const { variantIds } of history.parts) {
      this.#firsts.push(first)
      first += variantIds.length
    }
    this.longest = getLongest(history)
    this.#units = new Float64Array(this.longest)
  }

  variantIds(): number[] {
    return this.#parts.flatMap(({ variantIds }) => [...variantIds])
  }

  at(index: number): VariantSeries {
    while (index < this.#firsts[this.#part]!) this.#part--
    while (index >= (this.#firsts[this.#part + 1] ?? this.length)) this.#part++
    const part = this.#parts[this.#part]!
    const i = index - this.#firsts[this.#part]!
    const [start, end] = [part.starts[i]!, part.starts[i + 1]!]
    const unitsSold = this.#units.subarray(0, end - start)
    unitsSold.set(part.unitsSold.subarray(start, end))
    return {
      id: String(part.variantIds[i]!),
      firstDay: part.firstDays[i]!,
      unitsSold,
      outOfStock: part.outOfStock.subarray(start, end),
      stockKnownFrom: part.stockKnownFrom[i]!,
      wasEmptyWhenRecorded: part.wasEmptyWhenRecorded[i] === 1,
      likeness: part.likeness[i]!,
    }
  }
}

function getLongest({ parts }: ShopHistory): number {
  let longest = 0
  for (const { starts } of parts)
    for (let i = 1; i < starts.length; i++) longest = Math.max(longest, starts[i]! - starts[i - 1]!)
  return longest
}

export function transferList({ parts }: ShopHistory): ArrayBuffer[] {
  return parts.flatMap(({ likeness: _, ...arrays }) =>
    Object.values(arrays).map((array) => array.buffer as ArrayBuffer),
  )
}
