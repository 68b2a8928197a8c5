import type { Kernel } from '../../kernel.ts'
import { forecastShopTask } from './forecast-shop.task.ts'
import { countVariants } from './queries.ts'

/**
 * Queues one run of forecasts for the whole catalogue, however often it is called before that run starts.
 * Returns the number of variants.
 */
export async function requestForecasts(
  kernel: Pick<Kernel, 'db' | 'jobs'>,
  merchantId: number,
): Promise<{ variants: number }> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    const variants = await countVariants(tx, merchantId)
    if (variants > 0)
      await kernel.jobs.send(forecastShopTask, { merchantId }, { tx, key: String(merchantId) })
    return { variants }
  })
}
