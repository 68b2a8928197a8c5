import type { Scenario } from '../shop.ts'
import { daysSinceStart, scoredProducts, usualProducts, YEAR } from './usual.ts'

/** Goods of one season of this many days, whose next or present one begins `ahead` days after the origin. */
function season(length: number, ahead: number, seen: number, otherwise = 0): Scenario {
  const isIn = (day: number) => daysSinceStart(day, ahead) < length
  // The first season that was seen begins this many years before the next one, and two months after the first day.
  const before = ahead > 0 ? seen : seen - 1
  const days = Math.round(before * YEAR) - Math.min(ahead, 0) + (ahead > 0 ? -ahead : 0) + 60
  const place =
    ahead > 0
      ? `${ahead} days before`
      : ahead > -length
        ? `day ${-ahead} of it`
        : `${-ahead - length} days after`
  const name = `${length} days, ${place}, ${seen} seen${otherwise ? `, ${otherwise} a day otherwise` : ''}`
  return goods(name, days, (day, level) => (isIn(day) ? level : otherwise))
}

function goods(name: string, days: number, mean: (day: number, level: number) => number): Scenario {
  const shop: Scenario['shop'] = (d) => ({
    products: [
      ...scoredProducts(d, (level) => ({ days, mean: (day) => mean(day, level) }), [3, 8, 20]),
      ...usualProducts(d, { days }),
    ],
  })
  return { family: 'season', name, shop }
}

const THIS_YEAR = -100

export const seasons: Scenario[] = [
  season(24, 7, 3),
  season(24, 7, 3, 0.2),
  season(30, 3, 2),
  season(60, 10, 3),
  season(120, 7, 2),
  season(30, 7, 1),
  season(60, 20, 1, 0.2),
  season(30, -3, 3),
  season(60, -3, 2, 0.2),
  season(60, -30, 3),
  season(90, -45, 2),
  season(30, -25, 3),
  season(60, -55, 2, 0.2),
  season(30, -40, 3),
  season(30, -60, 2),
  season(60, -65, 3, 0.2),
  season(90, -100, 2),
  goods('60 days, day 20 of it, half as large as in 3 years', 1200, (day, level) =>
    daysSinceStart(day, -20) < 60 ? (day > THIS_YEAR ? level / 2 : level) : 0,
  ),
  goods('60 days, day 12 of it, three weeks later than in 3 years', 1200, (day, level) =>
    daysSinceStart(day, day > THIS_YEAR ? -12 : -33) < 60 ? level : 0,
  ),
  goods('30 days twice a year, 7 days before, 3 seen', 1155, (day, level) =>
    Math.min(daysSinceStart(day, 7), daysSinceStart(day, 190)) < 30 ? level : 0,
  ),
]
