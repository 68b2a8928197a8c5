import type { DataSet } from './data-sets.ts'
import type { Findings } from './findings.ts'
import { benchColdStart } from './parts/cold-start.ts'
import { benchGift } from './parts/gift-eval.ts'
import { benchNinetyDays } from './parts/ninety-days.ts'
import { benchShopAges } from './parts/shop-ages.ts'
import { benchSmallShops } from './parts/small-shops.ts'
import { benchSpeed } from './parts/speed.ts'
import { benchStockouts } from './parts/stockouts.ts'
import { benchWindows } from './parts/windows.ts'

export interface PartInput {
  set: DataSet
  findings: Findings
  /** Folder for files of this run. */
  folder: string
}

export interface Part {
  name: string
  run: (input: PartInput) => void
}

/** The parts of the bench, in the order in which they run for each data set. */
export const PARTS: readonly Part[] = [
  { name: 'windows', run: benchWindows },
  { name: 'ninety', run: benchNinetyDays },
  { name: 'ages', run: benchShopAges },
  { name: 'gift', run: benchGift },
  { name: 'small', run: benchSmallShops },
  { name: 'stockouts', run: benchStockouts },
  { name: 'cold', run: benchColdStart },
  { name: 'speed', run: benchSpeed },
]
