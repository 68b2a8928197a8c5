import type { Scenario } from '../shop.ts'
import { daysSinceStart, scored, usualProducts, YEAR } from './usual.ts'

/** Goods of one season of so many days, whose next or present one begins `ahead` days after the origin. */
function season(length: number, ahead: number, seen: number, otherwise = 0): Scenario {
  const isIn = (day: number) => daysSinceStart(day, ahead) < length
  // The first season that was seen begins so many years before the next one, and two months after the first day.
  const before = ahead > 0 ? seen : seen - 1
  const days = Math.round(before * YEAR) - Math.min(ahead, 0) + (ahead > 0 ? -ahead : 0) + 60
  const place =
    ahead > 0
      ? `${ahead} days before`
      : ahead > -length
        ? `day ${-ahead} of it`
        : `${-ahead - length} days after`
  const name = `${length} days, ${place}, ${seen} seen${otherwise ? `, ${otherwise} a day otherwise` : ''}`
  const mean = (level: number) => (day: number) => (isIn(day) ? level : otherwise)
  const shop: Scenario['shop'] = (d) => ({
    products: [
      ...[3, 8, 20].map((level) => scored(1, { days, mean: mean(level), varianceToMean: d.oneOf([1, 1.5]) })),
      ...usualProducts(d, { days }),
    ],
  })
  return { family: 'season', name, shop }
}

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
]
