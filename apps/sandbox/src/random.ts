/** Numbers in [0, 1), the same for the same seed. */
export type Random = () => number

/** Returns the 32-bit FNV-1a hash of a text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

/** Returns a seed that depends on both of these. */
export function mixSeeds(a: number, b: number): number {
  let mixed = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Returns a Mulberry32 generator (Tommy Ettinger, public domain). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Draws a whole number from `low` to `high`, both included. */
export function wholeBetween(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!
}

/**
 * Draws from a Poisson distribution: by Knuth's multiplication below a mean of 30, above it by a rounded
 * normal.
 */
export function poisson(random: Random, mean: number): number {
  if (mean <= 0) return 0
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count++
  return count
}

/** Draws from a geometric distribution, the failures before the first success; `mean` may be zero. */
export function geometric(random: Random, mean: number): number {
  if (mean <= 0) return 0
  return Math.floor(Math.log(1 - random()) / Math.log(mean / (1 + mean)))
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
