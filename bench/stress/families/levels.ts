import type { Scenario } from '../shop.ts'
import {
  amongUsual,
  changed,
  daysSinceStart,
  scored,
  timesOn,
  toWeekday,
  usualProducts,
  wholeShop,
} from './usual.ts'

function level(factor: number, ago: number): Scenario {
  const isUp = factor > 1
  const name = `× ${isUp ? factor : `1/${1 / factor}`}, ${ago} days ago`
  const shape = { seenDays: ago, factorOn: (day: number) => (day > -ago ? factor : 1) }
  return isUp
    ? changed('level up', name, shape, [0.5, 1, 2, 5])
    : changed('level down', name, shape, [3, 5, 10, 20])
}

function ended(ago: number): Scenario {
  const shape = { seenDays: ago, factorOn: (day: number) => (day > -ago ? 0 : 1) }
  return changed('ended', `${ago} days ago`, shape, ago < 60 ? [3, 8, 20] : [0.5, 1, 3, 8, 20])
}

function young(days: number): Scenario {
  return amongUsual('young', `${days} days old`, (d) =>
    usualProducts(d, { count: 10, days, seenDays: days, isScored: true }),
  )
}

function youngShop(days: number): Scenario {
  return wholeShop('young', `a shop of ${days} days`, () => 1, { days, seenDays: days })
}

function decay(peak: number, ago: number, halfLife: number, seenDays = 0): Scenario {
  const name = `× ${peak} for a day, ${ago} days ago, half each ${halfLife} days`
  const factorOn = (day: number) => 1 + (day >= -ago ? (peak - 1) * 0.5 ** ((day + ago) / halfLife) : 0)
  return changed('spike that decays', name, { seenDays, factorOn })
}

/** How much of one product another has replaced: all of it 20 days ago. */
const replaced = (day: number) => Math.min(1, Math.max(0, (day + 80) / 60))

export const levels: Scenario[] = [
  ...[5, 15].map((ago) => level(3, ago)),
  level(4, 60),
  ...[5, 30].map((ago) => level(10, ago)),
  ...[10, 30].map((ago) => level(1 / 3, ago)),
  level(1 / 4, 60),
  ...[5, 30].map((ago) => level(1 / 10, ago)),
  changed(
    'level up',
    '× 1.5, 20 days ago, 100 and 300 a day',
    { seenDays: 20, varianceToMean: 6, factorOn: (day) => (day > -20 ? 1.5 : 1) },
    [100, 300],
  ),
  ...[20, 60, 120].map(ended),
  ...[3, 7, 14, 30, 90].map(young),
  ...[14, 30, 60].map(youngShop),
  wholeShop('growth', 'a whole shop × 3, 20 days ago', (day) => (day > -20 ? 3 : 1), { seenDays: 20 }),
  amongUsual('successor', 'one replaces the other in 60 days, which ended 20 days ago', () => [
    ...[3, 10].map((most) => scored(most, { factorOn: (day) => 1 - replaced(day) })),
    ...[3, 10].map((most) => scored(most, { days: 80, factorOn: replaced, seenDays: 20 })),
  ]),
  decay(15, 12, 6, 12),
  decay(8, 40, 5),
  changed('price rise', '× 3 for a week, then × .3 for two, usual for 14 days', {
    factorOn: (day) => (day <= -35 ? 1 : day <= -28 ? 3 : day <= -14 ? 0.3 : 1),
  }),
  {
    family: 'one supplier closed',
    name: 'a third of the products without sales for 14 days, 3 days ago',
    shop: (d) => {
      const all = usualProducts(d, { isScored: true })
      const closed = timesOn(all, (day) => (day > -17 && day <= -3 ? 0 : 1))
      return { products: all.map((one, i) => (i % 3 ? one : closed[i]!)) }
    },
  },
  {
    family: 'moving feast',
    name: 'ten days × 4, 330 to 380 days apart, 10 days ago',
    shop: (d) => {
      const starts = [-20, -20 - 350 - d.whole(-20, 20), -20 - 700 - d.whole(-20, 20)]
      const isFeast = (day: number) => starts.some((start) => day >= start && day < start + 10)
      const products = usualProducts(d, { days: 1000, isScored: true })
      return { products: timesOn(products, (day) => (isFeast(day) ? 4 : 1)) }
    },
  },
  wholeShop('opening days', 'seven days a week instead of five, 40 days ago', (day) =>
    day > -40 || toWeekday(day) < 5 ? 1 : 0,
  ),
  wholeShop('opening days', 'five days a week', (day) => (toWeekday(day) < 5 ? 1 : 0)),
  wholeShop(
    'season',
    'a peak × 3 of the whole shop for 40 days each year, 10 days before it, 3 seen',
    (day) => (daysSinceStart(day, 10) < 40 ? 3 : 1),
    { days: 1120 },
  ),
]
