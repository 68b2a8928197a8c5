import { SALES_WINDOW_DAYS, type TrendPeriod, type Trends } from '@stockcast/contract'
import type { Evidence } from '@stockcast/forecasting'
import { meanDemand } from '@stockcast/forecasting/decisions'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import type { Tx, VariantKey } from '../../kernel/database/app-database.ts'
import { listRecentDays } from '../catalog/days/queries.ts'
import { dailyBands, eventsAhead, listPlannings, type Planning } from '../catalog/planning.ts'
import {
  averagesBefore,
  coverAhead,
  daysOfCover,
  getSum,
  joinAhead,
  stockoutOddsAhead,
  unitsWithin,
  valueAhead,
} from './days-ahead.ts'
import type { TrendVariant } from './queries.ts'
import type { TrendParts } from './shop-trends.ts'

interface VariantDay {
  day: string
  units: number
  stock: number | null
  isEmpty: boolean
}

/** Returns the trends of one variant over a period to yesterday and as many days from today on. */
export async function variantTrends(
  tx: Tx,
  args: { merchantId: number; period: TrendPeriod; today: number; variant: TrendVariant },
): Promise<TrendParts> {
  const { merchantId, period, today, variant } = args
  const variantId = variant.variant_id
  const before = Math.max(period, SALES_WINDOW_DAYS)
  const [days, plannings] = await Promise.all([
    listDays(tx, { merchantId, variantId, since: today - before - period, today }),
    listPlannings(tx, { merchantId, variantIds: [variantId], today }),
  ])
  const planning = plannings.get(variantId)
  const averages = averagesBefore(days.map(({ units }) => units))
  const inPeriod = days.slice(before)
  const ahead = getAhead({ planning, variant, period, today })
  const distribution = planning?.distribution ?? null
  const stock = variant.is_tracked ? variant.available : null
  return {
    variants: 1,
    history: inPeriod.map((each, i) => ({
      day: each.day,
      unitsSold: each.units,
      daysOfCover: daysOfCover(each.stock, averages[before + i] ?? null),
      outOfStock: each.stock === null ? null : Number(each.isEmpty),
      expectedLostSales: null,
    })),
    ahead,
    events: planning ? eventsAhead((planning.row.evidence ?? {}) as Partial<Evidence>, today) : [],
    totals: {
      unitsSold: getSum(inPeriod.map(({ units }) => units)),
      unitsSoldBefore: getSum(days.slice(before - period, before).map(({ units }) => units)),
      unitsAhead: distribution && unitsWithin(distribution, period),
      daysOfCover: daysOfCover(stock, variant.expected_daily_demand),
      outOfStock: stock === null ? null : Number(stock <= 0 && !variant.sells_without_stock),
      daysOutOfStock: inPeriod.filter(({ isEmpty }) => isEmpty).length,
      daysKnown: inPeriod.filter((each) => each.stock !== null).length,
      expectedLostSales: ahead.at(-1)?.expectedLostSales?.likely ?? null,
    },
  }
}

async function listDays(tx: Tx, key: VariantKey & { since: number; today: number }): Promise<VariantDay[]> {
  const { merchantId, variantId, since, today } = key
  const recent = await listRecentDays(tx, {
    merchantId,
    variantIds: [variantId],
    since: dayFromEpoch(since),
    until: dayFromEpoch(today),
  })
  const days = Array.from({ length: today - since }, (_, i): VariantDay => {
    return { day: dayFromEpoch(since + i), units: 0, stock: null, isEmpty: false }
  })
  const of = (day: string) => days[epochDay(day) - since]!
  for (const { day, units } of recent.get(variantId)?.sold ?? []) of(day).units = units
  for (const { day, stock, isEmpty } of recent.get(variantId)?.closing ?? []) {
    Object.assign(of(day), { stock, isEmpty })
  }
  return days
}

function getAhead(args: {
  planning: Planning | undefined
  variant: TrendVariant
  period: TrendPeriod
  today: number
}): Trends['ahead'] {
  const { planning, variant, period, today } = args
  if (!planning?.distribution) return []
  const { distribution, incoming } = planning
  const { available } = planning.row
  const path = { distribution, available, incoming, price: variant.price }
  const unitsADay = meanDemand(distribution, SALES_WINDOW_DAYS) / SALES_WINDOW_DAYS
  return joinAhead({
    days: Array.from({ length: period }, (_, i) => dayFromEpoch(today + i)),
    bands: dailyBands(distribution, today, period),
    cover: variant.is_tracked ? coverAhead({ distribution, days: period, stock: available, unitsADay }) : [],
    stockouts: variant.is_tracked && !variant.sells_without_stock ? stockoutOddsAhead(path, period) : [],
    value: variant.is_tracked ? valueAhead(path, period) : [],
  })
}
