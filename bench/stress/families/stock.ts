import type { Scenario } from '../shop.ts'
import { scoredProducts, usualProducts } from './usual.ts'

function soldOut(days: number, backFor: number, isTold: boolean): Scenario {
  return {
    family: isTold ? 'sold out, told' : 'sold out, untold',
    name: `for ${days} days, back for ${backFor}`,
    shop: (d) => ({
      products: [
        ...scoredProducts(
          d,
          () => ({ soldOut: { from: 1 - backFor - days, to: -backFor, isTold } }),
          [1, 2, 3, 8, 20],
        ),
        ...usualProducts(d),
      ],
    }),
  }
}

export const stock: Scenario[] = [
  soldOut(10, 5, true),
  soldOut(30, 5, true),
  soldOut(90, 5, true),
  soldOut(60, 0, true),
  soldOut(10, 14, false),
  soldOut(30, 10, false),
  soldOut(90, 20, false),
  {
    family: 'sold out, told',
    name: 'for 20 days, then × 4 for 3 days, back for 12',
    shop: (d) => ({
      products: [
        ...scoredProducts(
          d,
          () => ({
            soldOut: { from: -31, to: -12, isTold: true },
            factorOn: (day) => (day > -12 && day <= -9 ? 4 : 1),
          }),
          [1, 2, 3, 8, 20],
        ),
        ...usualProducts(d),
      ],
    }),
  },
  {
    family: 'promotion each week',
    name: '× 4 on one weekday',
    shop: (d) => ({
      products: [
        ...scoredProducts(d, () => ({ factorOn: (day) => (((day % 7) + 7) % 7 === 5 ? 4 : 1) })),
        ...usualProducts(d),
      ],
    }),
  },
]
