import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toDate, toEpochDay } from '../../apps/cli/src/calendar-day.ts'
import { readBytes } from '../../apps/cli/src/read-bytes.ts'
import { readSales, type Sales } from '../../apps/cli/src/read-sales.ts'
import { seriesAt } from '../../apps/cli/src/series-at.ts'
import { isEligible } from './score.ts'

const folder = process.env.STOCKCAST_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

/** Origins, days before the last day of the set. */
export const ORIGINS_BACK = [120, 90, 60, 30]

type Three = readonly [number, number, number]
export type Row = ReturnType<typeof row>
export type DataSet = (typeof DATA_SETS)[number]

/**
 * The sets, with their last day and the scores of two methods, both negative binomial and computed with numpy. `reference`, five local
 * levels × shrunk weekday profile, is to be reached. `plain`, the mean of 30 days, is to be reproduced, which validates the scorer.
 * `goals` limit the scores of the whole set and of the set cut by 120 days (`stockoutDate` in days), the share of sums in their 90 %
 * interval, and the share of demand by which forecasts after stockouts are off.
 */
export const DATA_SETS = [
  {
    name: 'online_retail_ii_daily',
    until: '2011-12-09',
    reference: row(0.656, 1.013, 0.329, [0.736, 1.039, 1.367], [0.916, 0.879, 0.817]),
    plain: row(0.667, 1.065, 0.345, [0.784, 1.115, 1.499], [0.875, 0.817, 0.736]),
    goals: {
      main: { rmsse: 0.655, spl: 0.325, cpl30: 1.265, stockoutDate: 6.75 },
      cut: { rmsse: 0.495, spl: 0.229, cpl30: 0.905, stockoutDate: 6.85 },
      coverage30: [0.88, 0.92],
      cpl90: 2.17,
      coverage90: [0.86, 0.92],
      censoredBias: 0.22,
    },
  },
  {
    name: 'store_item_daily',
    until: '2017-12-31',
    reference: row(0.815, 0.896, 0.28, [0.598, 0.819, 1.185], [0.934, 0.928, 0.911]),
    plain: row(0.986, 1.074, 0.325, [0.625, 0.859, 1.237], [0.884, 0.865, 0.866]),
    goals: {
      main: { rmsse: 0.58, spl: 0.187, cpl30: 0.24, stockoutDate: 0.36 },
      cut: { rmsse: 0.645, spl: 0.208, cpl30: 0.243, stockoutDate: 0.34 },
      coverage30: [0.87, 1],
      cpl90: 0.282,
      coverage90: [0.86, 0.92],
      censoredBias: null,
    },
  },
  {
    name: 'pasta_grocery_daily',
    until: '2018-12-31',
    reference: row(0.783, 0.96, 0.304, [0.555, 0.702, 0.925], [0.875, 0.875, 0.801]),
    plain: row(0.762, 0.917, 0.292, [0.665, 0.777, 0.99], [0.869, 0.843, 0.754]),
    goals: {
      main: { rmsse: 0.731, spl: 0.27, cpl30: 0.63, stockoutDate: 3.57 },
      cut: { rmsse: 0.605, spl: 0.217, cpl30: 0.52, stockoutDate: 3.5 },
      coverage30: [0.88, 0.92],
      cpl90: 0.62,
      coverage90: [0.86, 0.92],
      censoredBias: 0.1,
    },
  },
] as const

function row(rmsse: number, mase: number, spl: number, cpl: Three, coverage: Three) {
  return { rmsse, mase, spl, cpl, coverage }
}

export function getFile(set: DataSet): string {
  const file = `${folder}/${set.name}.csv.gz`
  if (!existsSync(file))
    throw new Error(`${file} is missing. Set STOCKCAST_DATA to the folder of the data sets.`)
  return file
}

export function getOrigin(set: DataSet, back: number): string {
  return toDate(lastDay(set) - back)
}

/** Loads the whole set, including the days that the forecasts must not use. */
export function loadSet(set: DataSet): Sales {
  return readSales(readBytes(getFile(set)), set.name, lastDay(set))
}

function lastDay(set: DataSet): number {
  return toEpochDay(set.until) as number
}

/** A series at an origin: what is known, from its first day on, and what the forecast is scored with. */
export interface Case {
  id: string
  firstDay: number
  history: Float64Array
  future: Float64Array
}

/** Returns the series that are eligible at the origin `back` days before the end of the sales. */
export function casesAt(sales: Sales, back: number): Case[] {
  return sales.ids.flatMap((id, row) => {
    const { firstDay, unitsSold } = seriesAt(sales, row)
    const known = Math.max(0, unitsSold.length - back)
    const history = unitsSold.subarray(0, known)
    const future = unitsSold.subarray(known)
    return isEligible(history) ? [{ id, firstDay, history, future }] : []
  })
}
