import type { ShopKnowledge } from '../fitting/shop-knowledge.ts'
import type { EventEffect } from '../types.ts'

/** Least difference from a usual day, as a share of it, that is worth telling. */
const CLEAR = 0.2

/** Returns the events of the horizon on which the shop sells clearly more or less, in the order of their days. */
export function toldEvents({ events }: ShopKnowledge): EventEffect[] {
  return events.filter(({ ratio }) => Math.abs(ratio - 1) >= CLEAR)
}
