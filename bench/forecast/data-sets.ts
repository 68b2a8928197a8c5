import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toDate, toEpochDay } from '../../apps/cli/src/calendar-day.ts'
import { daysPacked } from '../../apps/cli/src/packed-units.ts'
import { readBytes } from '../../apps/cli/src/read-bytes.ts'
import { readSales, type Sales } from '../../apps/cli/src/read-sales.ts'
import { unitsOn } from '../../apps/cli/src/series-at.ts'

const folder = process.env.STOCKCAST_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

/** Origins, days before the last day of the set. */
export const ORIGINS_BACK = [120, 90, 60, 30]
/** Days by which all sets are cut for a second window. */
export const CUT_DAYS = 120

export interface Row {
  rmsse: number
  mase: number
  spl: number
  cpl: readonly [number, number, number]
  coverage: readonly [number, number, number]
}

export interface DataSet {
  name: string
  /** Last day. */
  until: string
  /** Accuracy to reach: an ensemble of five local levels × shrunk weekday profile, negative binomial. */
  reference: Row
  /** Accuracy to reproduce, which validates the scorer: mean of 30 days, negative binomial. */
  plain: Row
}

/** The rows were measured with numpy implementations of the methods, on these sets by this protocol. */
export const DATA_SETS: readonly DataSet[] = [
  {
    name: 'online_retail_ii_daily',
    until: '2011-12-09',
    reference: row(0.656, 1.013, 0.329, [0.736, 1.039, 1.367], [0.916, 0.879, 0.817]),
    plain: row(0.667, 1.065, 0.345, [0.784, 1.115, 1.499], [0.875, 0.817, 0.736]),
  },
  {
    name: 'store_item_daily',
    until: '2017-12-31',
    reference: row(0.815, 0.896, 0.28, [0.598, 0.819, 1.185], [0.934, 0.928, 0.911]),
    plain: row(0.986, 1.074, 0.325, [0.625, 0.859, 1.237], [0.884, 0.865, 0.866]),
  },
  {
    name: 'pasta_grocery_daily',
    until: '2018-12-31',
    reference: row(0.783, 0.96, 0.304, [0.555, 0.702, 0.925], [0.875, 0.875, 0.801]),
    plain: row(0.762, 0.917, 0.292, [0.665, 0.777, 0.99], [0.869, 0.843, 0.754]),
  },
]

function row(rmsse: number, mase: number, spl: number, cpl: Row['cpl'], coverage: Row['coverage']): Row {
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

/** Splits a series into the days up to an origin and the days after it. */
export function splitAt(
  sales: Sales,
  series: number,
  back: number,
): { history: Float64Array; future: Float64Array } {
  const end = sales.days - back
  const start = Math.min(end, sales.days - daysPacked(sales.units, series))
  const units = unitsOn(sales, series)
  return { history: units.subarray(start, end), future: units.subarray(end) }
}
