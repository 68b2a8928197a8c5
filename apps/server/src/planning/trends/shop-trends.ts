import {
  type CalendarEvent,
  FORECAST_HORIZONS,
  SALES_WINDOW_DAYS,
  type TrendPeriod,
  type TrendRange,
  type Trends,
} from '@stockcast/contract'
import { type DemandDistribution, meanDemand } from '@stockcast/forecasting/decisions'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { dailyBands, eventsAhead } from '../catalog/planning.ts'
import { findTotals } from '../catalog/totals/find-totals.ts'
import type { StockSums } from '../catalog/totals/queries.ts'
import {
  averagesBefore,
  coverAhead,
  daysOfCover,
  getSum,
  joinAhead,
  stockoutsAhead,
  unitsWithin,
} from './days-ahead.ts'
import { listForecastEvents, listShopDays, type ShopDayRow } from './queries.ts'
import { findShopDistribution } from './shop-distribution.ts'

export type TrendParts = Pick<Trends, 'variants' | 'history' | 'ahead' | 'events' | 'totals'>

/** Returns the trends of the whole shop over a period to yesterday and as many days from today on. */
export async function shopTrends(
  tx: Tx,
  args: { merchantId: number; period: TrendPeriod; today: number },
): Promise<TrendParts> {
  const { merchantId, period, today } = args
  const before = Math.max(period, SALES_WINDOW_DAYS)
  const days = Array.from({ length: before + period }, (_, i) => dayFromEpoch(today - before - period + i))
  const [rows, { stock }, distribution, events] = await Promise.all([
    listShopDays(tx, { merchantId, days }),
    findTotals(tx, { merchantId, parts: ['stock'] }),
    findShopDistribution(tx, { merchantId, today }),
    listShopEvents(tx, { merchantId, today }),
  ])
  const place = FORECAST_HORIZONS.indexOf(period)
  const inPeriod = rows.slice(before)
  return {
    variants: stock.variants,
    history: getHistory(rows, before, place),
    ahead: getAhead({ period, today, stock, distribution }),
    events,
    totals: {
      unitsSold: getSum(inPeriod.map((row) => row.unitsSold)),
      unitsSoldBefore: getSum(rows.slice(before - period, before).map((row) => row.unitsSold)),
      unitsAhead: distribution && unitsWithin(distribution, period),
      daysOfCover: stock.variants > 0 ? daysOfCover(stock.stock, stock.expectedDailyDemand) : null,
      outOfStock: stock.variants > 0 ? stock.outOfStock : null,
      daysOutOfStock: getSum(inPeriod.map((row) => row.variantsOutOfStock ?? 0)),
      daysKnown: inPeriod.filter((row) => row.closingStock !== null).length,
      expectedLostSales: stock.expectedLostSales[place] ?? null,
    },
  }
}

function getHistory(rows: readonly ShopDayRow[], from: number, place: number): Trends['history'] {
  const averages = averagesBefore(rows.map((row) => row.unitsFromStock))
  return rows
    .map((row, i) => ({
      day: row.day,
      unitsSold: row.unitsSold,
      daysOfCover: daysOfCover(row.closingStock, averages[i] ?? null),
      outOfStock: row.variantsOutOfStock,
      expectedLostSales: row.expectedLostSales?.[place] ?? null,
    }))
    .slice(from)
}

function getAhead(args: {
  period: TrendPeriod
  today: number
  stock: StockSums
  distribution: DemandDistribution | null
}): Trends['ahead'] {
  const { period, today, stock, distribution } = args
  if (!distribution) return []
  const unitsADay = stock.expectedDailyDemand
  const meanUnitsADay = meanDemand(distribution, SALES_WINDOW_DAYS) / SALES_WINDOW_DAYS
  const share = meanUnitsADay > 0 ? unitsADay / meanUnitsADay : 0
  return joinAhead({
    days: Array.from({ length: period }, (_, i) => dayFromEpoch(today + i)),
    bands: dailyBands(distribution, today, period),
    cover: coverAhead({ distribution, days: period, stock: stock.stock, unitsADay, share }),
    stockouts: stockoutsAhead(stock.stockouts, period),
    value: valuesByDay(stock, period),
  })
}

/** Returns the expected lost sales by day; they are known only at the ends of the horizons. */
function valuesByDay(stock: StockSums, period: number): (TrendRange | null)[] {
  const values = new Array<TrendRange | null>(period).fill(null)
  FORECAST_HORIZONS.forEach((days, i) => {
    const likely = stock.expectedLostSales[i] ?? null
    if (days <= period && likely !== null) values[days - 1] = { low: null, likely, high: null }
  })
  return values
}

/** Returns the holidays and shopping days ahead on which the shop sells clearly more or less. */
export async function listShopEvents(
  tx: Tx,
  { merchantId, today }: { merchantId: number; today: number },
): Promise<CalendarEvent[]> {
  return eventsAhead({ events: await listForecastEvents(tx, merchantId) }, today)
}
