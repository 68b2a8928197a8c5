import { MINUTE_MS } from '@stockcast/contract'
import type { Tx } from '../../kernel/database/app-database.ts'
import { setDueAtLatest } from '../../kernel/due/queries.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forecastShopTask } from './forecast-shop.task.ts'
import { countVariants } from './queries.ts'

/** A forecast that has not succeeded by then is queued again. */
export const FORECAST_LEASE_MS = 30 * MINUTE_MS

/**
 * Queues a forecast of the whole catalogue in the transaction that makes it necessary, however often it is
 * called before that forecast starts.
 */
export async function requestForecast(
  kernel: Pick<Kernel, 'clock' | 'jobs'>,
  tx: Tx,
  merchantId: number,
): Promise<void> {
  await expectForecast(kernel, tx, merchantId)
  await kernel.jobs.send(forecastShopTask, { merchantId }, { tx })
}

/** Has a forecast made in half an hour, unless one is requested and succeeds before. */
export async function expectForecast(
  { clock }: Pick<Kernel, 'clock'>,
  tx: Tx,
  merchantId: number,
): Promise<void> {
  const dueAt = new Date(clock.now().getTime() + FORECAST_LEASE_MS)
  await setDueAtLatest(tx, { kind: 'forecast', merchantId, dueAt })
}

/** Queues one forecast of the whole catalogue. Returns the number of variants. */
export async function requestForecasts(
  kernel: Pick<Kernel, 'clock' | 'db' | 'jobs'>,
  merchantId: number,
): Promise<{ variants: number }> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    const variants = await countVariants(tx, merchantId)
    if (variants > 0) await requestForecast(kernel, tx, merchantId)
    return { variants }
  })
}
