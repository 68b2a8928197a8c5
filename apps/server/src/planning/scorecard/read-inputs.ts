import {
  type PastOrder,
  SIMULATION_DAYS,
  type SimulationFile,
  type SimulationFileVariant,
  simulationFile,
} from '@stockcast/forecasting'
import { dayFromEpoch, epochDay, today as todayOf } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { readHistory } from '../forecasts/read-history.ts'
import { HistorySeries, type VariantSeries } from '../forecasts/shop-history.ts'
import { type EffectivePolicy, findPolicies } from '../settings/effective-policy.ts'
import {
  listPastOrders,
  listRaisedAlerts,
  listSimulatedVariants,
  listStockRecords,
  type SimulatedVariant,
  type StockRecord,
} from './queries.ts'

export interface SimulationInputs {
  file: SimulationFile
  recordedSince: string | null
  products: { variantId: number; title: string; sku: string | null }[]
}

type Records = ReadonlyMap<number, StockRecord>

/** Returns all inputs of a simulation up to yesterday; null for a shop without sales of tracked stock. */
export async function readInputs(
  kernel: Pick<Kernel, 'clock'>,
  tx: Tx,
  args: { merchantId: number; timeZone: string },
): Promise<SimulationInputs | null> {
  const { merchantId, timeZone } = args
  const today = todayOf(kernel.clock, timeZone)
  const origin = epochDay(today) - 1
  const variants = await listSimulatedVariants(tx, { merchantId, today })
  const variantIds = variants.map(({ variantId }) => variantId)
  const history = await readHistory(kernel, tx, { merchantId, variantIds })
  if (!history) return null
  const since = dayFromEpoch(origin - SIMULATION_DAYS)
  const records = await listStockRecords(tx, { merchantId, since, until: dayFromEpoch(origin) })
  const orders = await listPastOrders(tx, { merchantId, since, timeZone })
  const getPolicy = await findPolicies(tx, { merchantId, variantIds: null, today: epochDay(today) })
  const alerts = await listRaisedAlerts(tx, { merchantId, since, timeZone })
  const series = new HistorySeries(history)
  const indexes = new Map(series.variantIds().map((variantId, index) => [variantId, index]))
  const found = variants.filter(({ variantId }) => indexes.has(variantId))
  const firstDays = [...records.values()].map(({ days }) => days[0]!)
  return {
    file: simulationFile({
      origin,
      days: SIMULATION_DAYS,
      variants: found.map((variant) => {
        const policy = getPolicy(variant.variantId, variant)
        const past = series.at(indexes.get(variant.variantId)!)
        return fileVariant({ variant, series: past, origin, records, orders, policy })
      }),
      alerts,
    }),
    recordedSince: firstDays.length === 0 ? null : dayFromEpoch(firstDays.reduce((a, b) => Math.min(a, b))),
    products: found.map(({ variantId, title, sku }) => ({ variantId, title, sku })),
  }
}

function fileVariant(args: {
  variant: SimulatedVariant
  series: VariantSeries
  origin: number
  records: Records
  orders: ReadonlyMap<number, readonly PastOrder[]>
  policy: EffectivePolicy
}): SimulationFileVariant {
  const { variant, origin, records, policy } = args
  const { firstDay, unitsSold: sold, outOfStock } = args.series
  const saleDays = getIndexes(sold)
  const recorded = getStock(variant, records, { firstDay, origin })
  const onTheWay = getIncoming(records.get(variant.variantId), firstDay)
  return {
    id: String(variant.variantId),
    title: variant.title,
    sku: variant.sku,
    firstDay,
    leadTimeDays: policy.leadTimeDays,
    ...(policy.leadTimes && { leadTimes: Array.from(policy.leadTimes) }),
    saleDays,
    units: saleDays.map((day) => sold[day]!),
    stockDays: recorded.days.map((day) => day - firstDay),
    stock: recorded.stock,
    incomingDays: onTheWay.map(({ day }) => day - firstDay),
    incoming: onTheWay.map(({ units }) => units),
    orders: args.orders.get(variant.variantId) ?? [],
    emptyDays: getIndexes(outOfStock),
  }
}

function getIndexes(values: Float64Array | Uint8Array): number[] {
  const found: number[] = []
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) found.push(i)
  return found
}

/**
 * Returns the recorded stock; if yesterday was not recorded, its closing stock is today's plus what was sold
 * today.
 */
function getStock(variant: SimulatedVariant, records: Records, range: { firstDay: number; origin: number }) {
  const known = records.get(variant.variantId) ?? { days: [], stock: [] }
  const isWithin = (day: number) => day >= range.firstDay
  const days = known.days.filter(isWithin)
  const stock = known.stock.filter((_, i) => isWithin(known.days[i]!))
  if (range.origin >= range.firstDay && days.at(-1) !== range.origin) {
    days.push(range.origin)
    stock.push(variant.available + variant.unitsSoldToday)
  }
  return { days, stock }
}

function getIncoming(record: StockRecord | undefined, firstDay: number): { day: number; units: number }[] {
  return (record?.days ?? []).flatMap((day, i) => {
    const units = record?.incoming[i] ?? null
    return units === null || day < firstDay ? [] : { day, units }
  })
}
