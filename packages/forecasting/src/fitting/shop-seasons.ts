import { SeasonalIndexSums } from './annual-seasonal-index.ts'

/** The sums of the annual seasonal indices of each half of the catalogue. */
export type SeasonHalves = readonly SeasonalIndexSums[]

export function emptyHalves(): SeasonHalves {
  return [new SeasonalIndexSums(), new SeasonalIndexSums()]
}

export interface ShopSeasons {
  /** Annual seasonal indices, by the days before the origin. */
  indices: ReadonlyMap<number, Float64Array>
  /** Share of the variance of the indices that is not chance, 0–1. */
  reliability: number
}

/**
 * Returns the annual seasonal indices of the shop at each of these numbers of days before the origin, from the sums of
 * its parts. If they are the seasons of the shop, those of both halves of the catalogue agree: their reliability follows
 * from the correlation of the halves, around 0 because most indices are near 1.
 * Source: Spearman 1910, "Correlation calculated from faulty data"; Brown 1910 (split-half reliability).
 */
export function shopSeasons(
  backs: readonly number[],
  parts: readonly (readonly SeasonHalves[])[],
): ShopSeasons {
  const indices = new Map<number, Float64Array>()
  const products = { between: 0, first: 0, second: 0 }
  backs.forEach((back, i) => {
    const halves = emptyHalves()
    const whole = new SeasonalIndexSums()
    halves.forEach((half, h) => {
      for (const part of parts) half.addAll(part[i]![h]!)
      whole.addAll(half)
    })
    indices.set(back, whole.indices())
    addProducts(products, halves)
  })
  return { indices, reliability: splitHalfReliability(products) }
}

interface Products {
  between: number
  first: number
  second: number
}

function addProducts(products: Products, halves: SeasonHalves): void {
  const [first, second] = halves.map((half) => half.indices().map(Math.log)) as [Float64Array, Float64Array]
  for (let k = 0; k < first.length; k++) {
    products.between += first[k]! * second[k]!
    products.first += first[k]! ** 2
    products.second += second[k]! ** 2
  }
}

function splitHalfReliability({ between, first, second }: Products): number {
  if (!(between > 0)) return 0
  const correlation = between / Math.sqrt(first * second)
  return (2 * correlation) / (1 + correlation)
}
