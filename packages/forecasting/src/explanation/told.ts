import type { DaysAhead } from '../fitting/days-ahead.ts'
import type { ShopKnowledge } from '../fitting/shop-knowledge.ts'
import type { EventEffect } from '../types.ts'

/** Least difference from a usual day, as a share of it, that is worth telling. */
const CLEAR = 0.2

/** Returns the events of the horizon on which the shop sells clearly more or less, in the order of their days. */
export function toldEvents({ events }: ShopKnowledge): EventEffect[] {
  return events.filter(({ ratio }) => Math.abs(ratio - 1) >= CLEAR)
}

/** Ratios are rounded to this precision, and left out where they are 1. */
const DECIMALS = 3

/** Returns the days ahead that sell unlike usual ones because of closings and sales. */
export function toldRatios(ahead: DaysAhead | null, origin: number): [number, number][] {
  return Array.from(ahead?.ratios ?? [], (ratio, i): [number, number] => [
    origin + 1 + i,
    Number(ratio.toFixed(DECIMALS)),
  ]).filter(([, ratio]) => ratio !== 1)
}
