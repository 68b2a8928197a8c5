import type { Process, Scenario } from '../shop.ts'
import { daysSinceStart, scored, scoredProducts, timesOn, usualProducts } from './usual.ts'

function level(factor: number, ago: number): Scenario {
  return {
    family: factor > 1 ? 'level up' : 'level down',
    name: `× ${factor < 1 ? `1/${1 / factor}` : factor}, ${ago} days ago`,
    shop: (d) => ({
      products: [
        ...scoredProducts(
          d,
          () => ({ seenDays: ago, factorOn: (day) => (day > -ago ? factor : 1) }),
          factor > 1 ? [0.5, 1, 2, 5] : [3, 5, 10, 20],
        ),
        ...usualProducts(d),
      ],
    }),
  }
}

function young(days: number, isWholeShop = false): Scenario {
  return {
    family: 'young',
    name: isWholeShop ? `a shop of ${days} days` : `${days} days old`,
    shop: (d) => {
      const fresh = usualProducts(d, { count: isWholeShop ? 30 : 10, days, isScored: true })
      return {
        products: [
          ...fresh.map((one) => ({ ...one, seenDays: days })),
          ...(isWholeShop ? [] : usualProducts(d)),
        ],
      }
    },
  }
}

function ended(ago: number): Scenario {
  return {
    family: 'ended',
    name: `${ago} days ago`,
    shop: (d) => ({
      products: [
        ...scoredProducts(
          d,
          () => ({ seenDays: ago, factorOn: (day) => (day > -ago ? 0 : 1) }),
          ago < 60 ? [3, 8, 20] : [0.5, 1, 3, 8, 20],
        ),
        ...usualProducts(d),
      ],
    }),
  }
}

export const levels: Scenario[] = [
  level(3, 5),
  level(3, 15),
  level(4, 60),
  level(10, 5),
  level(10, 30),
  level(1 / 3, 10),
  level(1 / 3, 30),
  level(1 / 4, 60),
  level(1 / 10, 5),
  level(1 / 10, 30),
  ended(20),
  ended(60),
  ended(120),
  young(3),
  young(7),
  young(14),
  young(30),
  young(90),
  young(14, true),
  young(30, true),
  young(60, true),
  {
    family: 'growth',
    name: 'a whole shop × 3, 20 days ago',
    shop: (d) => ({
      products: timesOn(usualProducts(d, { isScored: true }), (day) => (day > -20 ? 3 : 1)).map((one) => ({
        ...one,
        seenDays: 20,
      })),
    }),
  },
  {
    family: 'successor',
    name: 'one replaces the other in 60 days, which ended 20 days ago',
    shop: (d) => {
      const share = (day: number) => Math.min(1, Math.max(0, (day + 80) / 60))
      return {
        products: [
          ...[3, 10].map((most) => scored(most, { factorOn: (day) => 1 - share(day) })),
          ...[3, 10].map((most) => scored(most, { days: 80, factorOn: share, seenDays: 20 })),
          ...usualProducts(d),
        ],
      }
    },
  },
  {
    family: 'spike that decays',
    name: '× 15 for a day, 12 days ago, half each 6 days',
    shop: (d) => ({
      products: [
        ...scoredProducts(d, () => ({
          seenDays: 12,
          factorOn: (day) => 1 + (day >= -12 ? 14 * 0.5 ** ((day + 12) / 6) : 0),
        })),
        ...usualProducts(d),
      ],
    }),
  },
  {
    family: 'spike that decays',
    name: '× 8 for a day, 40 days ago, half each 5 days',
    shop: (d) => ({
      products: [
        ...scoredProducts(d, () => ({
          factorOn: (day) => 1 + (day >= -40 ? 7 * 0.5 ** ((day + 40) / 5) : 0),
        })),
        ...usualProducts(d),
      ],
    }),
  },
  {
    family: 'price rise',
    name: '× 3 for a week, then × .3 for two, usual for 14 days',
    shop: (d) => ({
      products: [
        ...scoredProducts(d, () => ({
          factorOn: (day) => (day <= -35 ? 1 : day <= -28 ? 3 : day <= -14 ? 0.3 : 1),
        })),
        ...usualProducts(d),
      ],
    }),
  },
  {
    family: 'one supplier closed',
    name: 'a third of the products without sales for 14 days, 3 days ago',
    shop: (d) => ({
      products: usualProducts(d, { isScored: true }).map(
        (one, i): Process =>
          i % 3 ? one : { ...one, mean: (day) => (day > -17 && day <= -3 ? 0 : one.mean(day)) },
      ),
    }),
  },
  {
    family: 'moving feast',
    name: 'ten days × 4, 330 to 380 days apart, 10 days ago',
    shop: (d) => {
      const starts = [-20, -20 - 350 - d.whole(-20, 20), -20 - 700 - d.whole(-20, 20)]
      return {
        products: timesOn(usualProducts(d, { days: 1000, isScored: true }), (day) =>
          starts.some((start) => day >= start && day < start + 10) ? 4 : 1,
        ),
      }
    },
  },
  {
    family: 'opening days',
    name: 'seven days a week instead of five, 40 days ago',
    shop: (d) => ({
      products: timesOn(usualProducts(d, { isScored: true }), (day) =>
        day > -40 ? 1 : ((day % 7) + 7) % 7 < 5 ? 1 : 0,
      ),
    }),
  },
  {
    family: 'opening days',
    name: 'five days a week',
    shop: (d) => ({
      products: timesOn(usualProducts(d, { isScored: true }), (day) => (((day % 7) + 7) % 7 < 5 ? 1 : 0)),
    }),
  },
  {
    family: 'season',
    name: 'a peak × 3 of the whole shop for 40 days each year, 10 days before it, 3 seen',
    shop: (d) => ({
      products: timesOn(usualProducts(d, { days: 1120, isScored: true }), (day) =>
        daysSinceStart(day, 10) < 40 ? 3 : 1,
      ),
    }),
  },
]
