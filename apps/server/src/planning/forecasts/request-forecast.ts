import type { Kernel } from '../../kernel/kernel.ts'
import { requestForecast } from '../../store/index.ts'
import { countVariants } from './queries.ts'

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
