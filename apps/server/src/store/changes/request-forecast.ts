import { MINUTE_MS } from '@stockcast/contract'
import { z } from 'zod'
import type { Tx } from '../../kernel/database/app-database.ts'
import { setDueAtLatest } from '../../kernel/due/queries.ts'
import { defineTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/**
 * Fits and stores every forecast of a merchant, then refreshes projections and alerts.
 */
export const forecastShopTask = defineTask({
  name: 'forecast-shop',
  data: z.object({ merchantId: z.number().int().positive(), isScheduled: z.boolean().optional() }),
  one: 'queued',
  retryLimit: 4,
  concurrency: 2,
})

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
