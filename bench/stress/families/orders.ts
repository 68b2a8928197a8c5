import type { Draws } from '../random-units.ts'
import type { Scenario } from '../shop.ts'
import { amongUsual, scoredProducts, usualProducts } from './usual.ts'

const LEVELS = [0.5, 1, 3, 8]

/** One order of this many times a day's sales. With a very large one, the shop's other products are a scenario of their own. */
function one(times: number, ago: number): Scenario[] {
  const name = `${times} × a day, ${ago} days ago`
  const ordered = (d: Draws, isScored: boolean) =>
    scoredProducts(d, (level) => ({ orders: new Map([[-ago, Math.round(times * level)]]), isScored }), LEVELS)
  const own = amongUsual('one order', name, (d) => ordered(d, true))
  if (times < 500) return [own]
  const shop: Scenario['shop'] = (d) => ({
    products: [...ordered(d, false), ...usualProducts(d, { isScored: true })],
  })
  return [own, { family: 'one order', name: `${name}, the other products`, shop }]
}

/** Orders again and again, at even distances or at random ones. */
function again(times: number, every: number, isEven: boolean): Scenario {
  const days = 730
  const getDays = (d: Draws, from: number, to: number, phase: number) => {
    const all = Array.from({ length: to - from + 1 }, (_, i) => from + i)
    return all.filter((day) => (isEven ? (day - phase) % every === 0 : d.random() < 1 / every))
  }
  const ordersOn = (d: Draws, level: number, all: number[]) =>
    new Map(all.map((day) => [day, Math.round(times * level * d.between(0.7, 1.3))]))
  const family = isEven ? 'orders at even distances' : 'orders at random'
  return amongUsual(family, `${times} × a day, every ${every} days`, (d) =>
    scoredProducts(
      d,
      (level) => {
        const phase = d.whole(0, every - 1)
        return {
          orders: ordersOn(d, level, getDays(d, 1 - days, 0, phase)),
          laterOrders: (later) => ordersOn(later, level, getDays(later, 1, 30, phase)),
        }
      },
      LEVELS,
    ),
  )
}

export const orders: Scenario[] = [
  ...one(20, 3),
  ...one(20, 30),
  ...one(100, 10),
  ...one(100, 65),
  ...[3, 40, 120].flatMap((ago) => one(500, ago)),
  again(20, 30, true),
  again(100, 30, true),
  again(30, 90, true),
  again(20, 30, false),
  again(100, 60, false),
  again(50, 90, false),
]
