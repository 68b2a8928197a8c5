import { REPLAY_DAYS, type ReplayFile, type ReplayFileVariant, replayFile } from '@stockcast/forecasting'
import { dayFromEpoch, epochDay, today as todayOf } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { readHistory, type ShopHistory } from '../forecasts/index.ts'
import { effectivePolicy, findSettings } from '../settings/index.ts'
import { listClosingStock, listRaisedAlerts, listReplayedVariants, type ReplayedVariant } from './queries.ts'

export interface ReplayInputs {
  file: ReplayFile
  recordedSince: string | null
  products: { variantId: number; title: string; sku: string | null }[]
}

type Records = Awaited<ReturnType<typeof listClosingStock>>

/** All that a replay up to yesterday is made from; null for a shop without sales of tracked stock. */
export async function readInputs(
  kernel: Pick<Kernel, 'clock'>,
  tx: Tx,
  args: { merchantId: number; timeZone: string },
): Promise<ReplayInputs | null> {
  const { merchantId, timeZone } = args
  const today = todayOf(kernel.clock, timeZone)
  const origin = epochDay(today) - 1
  const variants = await listReplayedVariants(tx, { merchantId, today })
  const variantIds = variants.map(({ variantId }) => variantId)
  const history = await readHistory(kernel, tx, { merchantId, variantIds })
  if (!history) return null
  const since = dayFromEpoch(origin - REPLAY_DAYS)
  const records = await listClosingStock(tx, { merchantId, since, until: dayFromEpoch(origin) })
  const settings = await findSettings(tx, merchantId)
  const alerts = await listRaisedAlerts(tx, { merchantId, since, timeZone })
  const rowOf = new Map(Array.from(history.variantIds, (id, row) => [id, row]))
  const found = variants.filter(({ variantId }) => rowOf.has(variantId))
  const firstDays = [...records.values()].map(({ days }) => days[0]!)
  return {
    file: replayFile({
      origin,
      days: REPLAY_DAYS,
      variants: found.map((variant) => {
        const { leadTimeDays } = effectivePolicy(settings, variant)
        return fileVariant({ variant, history, row: rowOf.get(variant.variantId)!, records, leadTimeDays })
      }),
      alerts,
    }),
    recordedSince: firstDays.length === 0 ? null : dayFromEpoch(firstDays.reduce((a, b) => Math.min(a, b))),
    products: found.map(({ variantId, title, sku }) => ({ variantId, title, sku })),
  }
}

function fileVariant(args: {
  variant: ReplayedVariant
  history: ShopHistory
  row: number
  records: Records
  leadTimeDays: number
}): ReplayFileVariant {
  const { variant, history, row, leadTimeDays } = args
  const { origin, starts } = history
  const firstDay = history.firstDays[row]!
  const sold = history.unitsSold.subarray(starts[row], starts[row + 1])
  const empty = history.outOfStock.subarray(starts[row], starts[row + 1])
  const saleDays = indexesOf(sold)
  const recorded = stockOf(variant, args.records, { firstDay, origin })
  return {
    id: String(variant.variantId),
    title: variant.title,
    sku: variant.sku,
    firstDay,
    leadTimeDays,
    saleDays,
    units: saleDays.map((day) => sold[day]!),
    stockDays: recorded.days.map((day) => day - firstDay),
    stock: recorded.stock,
    emptyDays: indexesOf(empty),
  }
}

function indexesOf(values: Float64Array | Uint8Array): number[] {
  const found: number[] = []
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) found.push(i)
  return found
}

/** What was recorded; where yesterday was not, the stock it closed with is today's and what was sold today. */
function stockOf(variant: ReplayedVariant, records: Records, range: { firstDay: number; origin: number }) {
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
