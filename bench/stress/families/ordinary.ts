import type { Scenario } from '../shop.ts'
import { scored, timesOn, usualProducts, YEAR } from './usual.ts'

const wave = (day: number) => 1 + 0.5 * Math.sin((2 * Math.PI * (day + 40)) / YEAR)

/** Shops without trouble, the control. */
export const ordinary: Scenario[] = [
  { family: 'plain', name: '2 years', shop: (d) => ({ products: usualProducts(d, { isScored: true }) }) },
  {
    family: 'plain',
    name: '200 days, 12 products',
    shop: (d) => ({ products: usualProducts(d, { count: 12, days: 200, isScored: true }) }),
  },
  {
    family: 'plain',
    name: '3 years with a season of all',
    shop: (d) => ({ products: timesOn(usualProducts(d, { days: 1095, isScored: true }), wave) }),
  },
  {
    family: 'plain',
    name: 'slow sellers',
    shop: (d) => ({ products: usualProducts(d, { levels: [0.03, 0.06, 0.1, 0.2], isScored: true }) }),
  },
  {
    family: 'plain',
    name: 'fast sellers',
    shop: (d) => ({ products: usualProducts(d, { levels: [20, 50, 100], isScored: true }) }),
  },
  {
    family: 'constant',
    name: 'the same every day',
    shop: (d) => ({
      products: [...[1, 3, 10].map((level) => scored(level, { varianceToMean: 0 })), ...usualProducts(d)],
    }),
  },
  {
    family: 'constant',
    name: 'the same every day for 60 days',
    shop: (d) => ({
      products: [
        ...[1, 3, 10].map((level) => scored(level, { days: 60, varianceToMean: 0 })),
        ...usualProducts(d),
      ],
    }),
  },
  {
    family: 'constant',
    name: 'once a week',
    shop: (d) => ({
      products: [
        ...[1, 4, 12].map((level) =>
          scored(level, { varianceToMean: 0, factorOn: (day) => (day % 7 === 3 || day % 7 === -4 ? 1 : 0) }),
        ),
        ...usualProducts(d),
      ],
    }),
  },
  {
    family: 'growth',
    name: 'products that double in 180 days',
    shop: (d) => ({
      products: [
        ...[0.5, 2, 8].map((level) => scored(level, { factorOn: (day) => 2 ** (day / 180) })),
        ...usualProducts(d),
      ],
    }),
  },
  {
    family: 'growth',
    name: 'products that halve in 90 days',
    shop: (d) => ({
      products: [
        ...[1, 3, 10].map((level) => scored(level, { factorOn: (day) => 0.5 ** (day / 90) })),
        ...usualProducts(d),
      ],
    }),
  },
  {
    family: 'growth',
    name: 'a shop that doubles each year',
    shop: (d) => ({ products: timesOn(usualProducts(d, { isScored: true }), (day) => 2 ** (day / YEAR)) }),
  },
  {
    family: 'growth',
    name: 'a shop that triples in its 300 days',
    shop: (d) => ({
      products: timesOn(usualProducts(d, { days: 300, isScored: true }), (day) => 3 ** (day / 300)),
    }),
  },
]
