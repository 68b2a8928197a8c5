import type { Scenario } from '../shop.ts'
import { levels } from './levels.ts'
import { orders } from './orders.ts'
import { ordinary } from './ordinary.ts'
import { seasons } from './seasons.ts'
import { stock } from './stock.ts'
import { wholeShops } from './whole-shop.ts'

export const SCENARIOS: readonly Scenario[] = [
  ...ordinary,
  ...wholeShops,
  ...orders,
  ...seasons,
  ...levels,
  ...stock,
]
