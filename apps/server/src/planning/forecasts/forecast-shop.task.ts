import { dayFromEpoch, epochDay, today, toInstant } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { countWrites } from '../../kernel/database/count-writes.ts'
import { refreshStatistics } from '../../kernel/database/refresh-statistics.ts'
import { AT_ONCE } from '../../kernel/due/due-kinds.ts'
import { clearDue, lockDue, setDue } from '../../kernel/due/queries.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import { carryStock } from '../../store/index.ts'
import { noteFound } from '../calendar/events.ts'
import { judgeOverrides } from '../overrides/change-queries.ts'
import type { FittedForecast } from './fit-shop.ts'
import type { ForecastKernel } from './forecast-pool.ts'
import { countVariants, isSyncing, listVariantIds, saveForecasts, saveShopForecast } from './queries.ts'
import { readHistory } from './read-history.ts'
import { countSeries } from './shop-history.ts'

/**
 * How far back days without a row are filled in. If the server was off for longer, the other days stay
 * unknown.
 */
const CARRY_DAYS = 90
/** From the origin, which is yesterday, to the day of the next forecast. */
const DAYS_TO_NEXT = 2

/**
 * Forecasts every variant of a merchant from the sales up to yesterday in the shop's time zone. Each part is
 * written in its own transaction while the next one is fitted. After a kill between two parts, the next run writes
 * the same rows again.
 * The forecasts count as complete once their projection and alerts are written too; the next one is then due
 * when the shop's day ends. A scheduled run leaves a store that is being read to the forecast at the end of
 * the sync. On a machine that stood still a job is taken for dead, and may be given to the same worker again while it
 * runs: the second run begins when the first has ended.
 */
export async function forecastShop(
  kernel: ForecastKernel,
  request: ForecastRequest,
  signal?: AbortSignal,
): Promise<{ variants: number }> {
  return kernel.pool.takeTurns(request.merchantId, () => {
    signal?.throwIfAborted()
    return forecastInTurn(kernel, request, signal)
  })
}

interface ForecastRequest {
  merchantId: number
  isScheduled?: boolean | undefined
}

async function forecastInTurn(
  kernel: ForecastKernel,
  { merchantId, isScheduled = false }: ForecastRequest,
  signal?: AbortSignal,
): Promise<{ variants: number }> {
  const known = await kernel.db.withTenant(merchantId, async (tx) => {
    const shop = await findShopFacts(tx, merchantId)
    if (!shop || (isScheduled && (await isSyncing(tx, merchantId)))) return
    await completeStockHistory(kernel, tx, { merchantId, timeZone: shop.timeZone })
    const history = await readHistory(kernel, tx, {
      merchantId,
      variantIds: await listVariantIds(tx, merchantId),
    })
    if (history) return { history, isFirst: shop.forecastAsOf === null, timeZone: shop.timeZone }
    await forgetDue(tx, merchantId)
    return
  })
  if (!known) return { variants: 0 }
  const { history, isFirst, timeZone } = known
  const key = { kind: 'forecast', merchantId } as const
  const origin = dayFromEpoch(history.origin)
  const total = countSeries(history)
  await publishProgress(kernel, { merchantId, done: 0, total, failed: 0 })
  let done = 0
  try {
    const at = kernel.clock.now()
    const store = async (forecasts: FittedForecast[]) => {
      signal?.throwIfAborted()
      await savePart(kernel, { merchantId, origin, at, forecasts, done, total })
      done += forecasts.length
    }
    const { demandDistribution, found } = await kernel.pool.fitShop(history, { store, signal })
    const completeForecasts = async (tx: Tx) => {
      await saveShopForecast(tx, { merchantId, origin, at, demandDistribution })
      await noteFound(tx, { merchantId, found, at })
      await judgeOverrides(tx, { merchantId, today: dayFromEpoch(history.origin + 1) })
      await setDue(tx, { ...key, dueAt: toInstant(history.origin + DAYS_TO_NEXT, 0, timeZone) })
      await kernel.live.publish(tx, merchantId, { type: 'forecasts', done: total, total, failed: 0 })
    }
    await kernel.refresh({ merchantId, variantIds: null, ...(total > 0 ? { completeForecasts } : {}) })
  } catch (error) {
    // A new forecast is not visible without its projection.
    const failed = done < total ? total - done : total
    if (!signal?.aborted) await publishFailure(kernel, { merchantId, done, total, failed })
    throw error
  }
  if (isFirst) await refreshStatistics(kernel.db)
  return { variants: total }
}

/** Clears the due time of a merchant without products, whose first ones request a forecast. */
async function forgetDue(tx: Tx, merchantId: number): Promise<void> {
  const key = { kind: 'forecast', merchantId } as const
  await lockDue(tx, key)
  if ((await countVariants(tx, merchantId)) === 0) await clearDue(tx, key)
  else await setDue(tx, { ...key, dueAt: AT_ONCE })
}

/** Fills in days on which nothing changed, with the closing stock of the day before. */
async function completeStockHistory(
  kernel: Kernel,
  tx: Tx,
  { merchantId, timeZone }: { merchantId: number; timeZone: string },
): Promise<void> {
  const day = today(kernel.clock, timeZone)
  await carryStock(tx, { merchantId, today: day, since: dayFromEpoch(epochDay(day) - CARRY_DAYS) })
}

/** Stores a part of the forecasts; `done` is the number of forecasts that were stored before. */
async function savePart(
  kernel: Kernel,
  args: {
    merchantId: number
    origin: string
    at: Date
    forecasts: readonly FittedForecast[]
    done: number
    total: number
  },
): Promise<void> {
  const { merchantId, total } = args
  const done = args.done + args.forecasts.length
  await kernel.db.withTenant(merchantId, async (tx) => {
    await saveForecasts(tx, args)
    await countWrites(tx)
    if (done < total) await kernel.live.publish(tx, merchantId, { type: 'forecasts', done, total, failed: 0 })
  })
}

interface Progress {
  merchantId: number
  done: number
  total: number
  failed: number
}

async function publishProgress(kernel: Kernel, { merchantId, ...progress }: Progress): Promise<void> {
  await kernel.db.withTenant(merchantId, (tx) =>
    kernel.live.publish(tx, merchantId, { type: 'forecasts', ...progress }),
  )
}

/**
 * Publishes that the run failed. If publishing fails too, the error is only logged, so that the run's own
 * error is thrown.
 */
async function publishFailure(kernel: Kernel, progress: Progress): Promise<void> {
  try {
    await publishProgress(kernel, progress)
  } catch (error) {
    kernel.log.warn(
      { err: error, merchantId: progress.merchantId },
      'could not announce the failed forecasts',
    )
  }
}
