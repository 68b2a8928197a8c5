import { type History, windowMean } from '../history.ts'
import type { Likeness } from '../types.ts'

/** The products of a shop with enough history, from which a new one starts. Plain data. */
export interface SimilarProducts {
  /** Average daily demand of each. */
  levels: Float64Array
  likeness: readonly (Likeness | undefined)[]
}

const MIN_DAYS = 28
const LEVEL_DAYS = 91
/** More products are sampled evenly, because each new one is compared with all of them. */
const MAX_PRODUCTS = 500

/** Weights of a product of another type or vendor; an unknown one weighs as the same. */
const OTHER_TYPE = 0.1
const OTHER_VENDOR = 0.3
/** Standard deviation of the logarithm of the price, and the least weight of another price. */
const PRICE_SPREAD = 0.5
const MIN_PRICE_WEIGHT = 0.1

/** A product of a shop, with its average daily demand. */
export interface KnownProduct {
  level: number
  likeness: Likeness | undefined
}

/** Returns a product that has sold for four weeks and still sells; null for another one. */
export function knownProduct(history: History): KnownProduct | null {
  const level = history.n >= MIN_DAYS ? windowMean(history, history.n, LEVEL_DAYS) : null
  return level === null || !(level > 0) ? null : { level, likeness: history.likeness }
}

/** Collects the products from which new ones start. */
export function similarProducts(products: readonly KnownProduct[]): SimilarProducts {
  const stride = Math.ceil(products.length / MAX_PRODUCTS)
  const sampled = products.filter((_, i) => i % stride === 0)
  return {
    levels: Float64Array.from(sampled, ({ level }) => level),
    likeness: sampled.map(({ likeness }) => likeness),
  }
}

/** Returns how much a product says about one like `wanted`, from 0.003 to 1. */
export function similarity(wanted: Likeness | undefined, other: Likeness | undefined): number {
  if (!wanted || !other) return 1
  const isOther = (key: 'type' | 'vendor') =>
    wanted[key] !== undefined && other[key] !== undefined && wanted[key] !== other[key]
  const weight = (isOther('type') ? OTHER_TYPE : 1) * (isOther('vendor') ? OTHER_VENDOR : 1)
  if (!(Number(wanted.price) > 0 && Number(other.price) > 0)) return weight
  const distance = Math.log(Number(wanted.price) / Number(other.price)) / PRICE_SPREAD
  return weight * Math.max(MIN_PRICE_WEIGHT, Math.exp(-0.5 * distance * distance))
}
