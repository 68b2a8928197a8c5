import type { Scenario } from '../shop.ts'
import { changed, toWeekday } from './usual.ts'

const SOLD_OUT_LEVELS = [1, 2, 3, 8, 20]

function soldOut(days: number, backFor: number, isTold: boolean): Scenario {
  const family = isTold ? 'sold out, told' : 'sold out, untold'
  const during = { on: (day: number) => day > -backFor - days && day <= -backFor, isTold }
  return changed(family, `for ${days} days, back for ${backFor}`, { soldOut: during }, SOLD_OUT_LEVELS)
}

export const stock: Scenario[] = [
  ...[10, 30, 90].map((days) => soldOut(days, 5, true)),
  soldOut(60, 0, true),
  soldOut(10, 14, false),
  soldOut(30, 10, false),
  soldOut(90, 20, false),
  changed(
    'sold out, told',
    'for 20 days, then × 4 for 3 days, back for 12',
    {
      soldOut: { on: (day) => day >= -31 && day <= -12, isTold: true },
      factorOn: (day) => (day > -12 && day <= -9 ? 4 : 1),
    },
    SOLD_OUT_LEVELS,
  ),
  changed('promotion each week', '× 4 on one weekday', { factorOn: (day) => (toWeekday(day) === 5 ? 4 : 1) }),
]
