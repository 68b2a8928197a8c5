import type { Scenario } from '../shop.ts'
import { amongUsual, scored, wholeShop, YEAR } from './usual.ts'

const wave = (day: number) => 1 + 0.5 * Math.sin((2 * Math.PI * (day + 40)) / YEAR)
const always = () => 1

function constant(name: string, levels: number[], days = 730, factorOn: (day: number) => number = always) {
  return amongUsual('constant', name, () =>
    levels.map((level) => scored(level, { days, varianceToMean: 0, factorOn })),
  )
}

function growth(name: string, levels: number[], factorOn: (day: number) => number): Scenario {
  return amongUsual('growth', name, () => levels.map((level) => scored(level, { factorOn })))
}

/** Shops without trouble, the control. */
export const ordinary: Scenario[] = [
  wholeShop('plain', '2 years'),
  wholeShop('plain', '200 days, 12 products', always, { count: 12, days: 200 }),
  wholeShop('plain', '3 years with a season of all', wave, { days: 1095 }),
  wholeShop('plain', 'slow sellers', always, { levels: [0.03, 0.06, 0.1, 0.2] }),
  wholeShop('plain', 'fast sellers', always, { levels: [20, 50, 100] }),
  constant('the same every day', [1, 3, 10]),
  constant('the same every day for 60 days', [1, 3, 10], 60),
  constant('once a week', [1, 4, 12], 730, (day) => (day % 7 === 3 || day % 7 === -4 ? 1 : 0)),
  growth('products that double in 180 days', [0.5, 2, 8], (day) => 2 ** (day / 180)),
  growth('products that halve in 90 days', [1, 3, 10], (day) => 0.5 ** (day / 90)),
  wholeShop('growth', 'a shop that doubles each year', (day) => 2 ** (day / YEAR)),
  wholeShop('growth', 'a shop that triples in its 300 days', (day) => 3 ** (day / 300), { days: 300 }),
]
