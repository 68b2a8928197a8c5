import { DAY_MS } from '@stockcast/contract'
import type { SampleProduct, Season } from './products.ts'

/** Days of sales before today. */
export const SAMPLE_SHOP_DAYS = 670
/** The shop's sale comes four times a year, for five days, with this many times the usual sales. */
const SALE_LIFT = 1.9
export const saleStarts = ['02-10', '05-12', '08-11', '11-10'] as const
export const SALE_DAYS = 5
/** The day of the month on which a sale starts, by month (0 to 11). Every sale ends in the month in which it starts. */
const saleDayOf: Partial<Record<number, number>> = Object.fromEntries(
  saleStarts.map((start) => [Number(start.slice(0, 2)) - 1, Number(start.slice(3))]),
)

const busiest: Record<Exclude<Season, 'none'>, { month: number; strength: number }> = {
  summer: { month: 6, strength: 0.8 },
  winter: { month: 0, strength: 0.7 },
  gifts: { month: 11, strength: 0.9 },
}
/** From Sunday to Saturday. */
const weekday = [0.8, 1.1, 1.05, 0.95, 0.95, 1.15, 1]
/** Share of days on which a product of large orders sells. */
const LUMPY_SHARE = 0.025

/**
 * Returns how many units of a product were sold on an epoch day: the same for every shop, and for the same day whenever it is asked.
 * Units are Poisson around a mean that follows weekday, season and sale.
 */
export function sampleUnits(product: SampleProduct, day: number): number {
  const mean = product.unitsPerDay * liftOn(product, day)
  const chance = uniform(product.sku, day)
  if (!product.isLumpy) return poisson(mean, chance)
  const size = product.unitsPerDay / LUMPY_SHARE
  return chance < LUMPY_SHARE ? Math.max(1, Math.round(size * (0.5 + uniform(`${product.sku}#`, day)))) : 0
}

/** Returns the mean of a day ÷ the mean of the year. */
export function liftOn({ season }: Pick<SampleProduct, 'season'>, day: number): number {
  const date = new Date(day * DAY_MS)
  return weekday[date.getUTCDay()]! * seasonOn(season, date) * (isSale(date) ? SALE_LIFT : 1)
}

function seasonOn(season: Season, date: Date): number {
  if (season === 'none') return 1
  const { month, strength } = busiest[season]
  const at = date.getUTCMonth() + date.getUTCDate() / 31
  const wave = Math.cos(((at - month - 0.5) / 12) * 2 * Math.PI)
  // Gifts sell in few weeks, the others over half a year.
  return season === 'gifts' ? 0.3 + 4 * strength * Math.max(0, wave) ** 6 : 1 + strength * wave
}

function isSale(date: Date): boolean {
  const start = saleDayOf[date.getUTCMonth()]
  const day = date.getUTCDate()
  return start !== undefined && day >= start && day < start + SALE_DAYS
}

/** Returns the number whose cumulative probability the chance falls into. */
function poisson(mean: number, chance: number): number {
  let term = Math.exp(-mean)
  let sum = term
  let units = 0
  while (sum < chance && units < 1000) {
    units++
    term *= mean / units
    sum += term
  }
  return units
}

/** Returns a number from 0 to 1 that a name and a day decide (FNV-1a and a final mix). */
function uniform(name: string, day: number): number {
  let hash = 0x811c9dc5
  for (const character of `${name}/${day}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
