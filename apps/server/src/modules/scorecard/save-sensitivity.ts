import type { Sensitivity } from '@stockcast/contract'
import type { Kernel } from '../../kernel.ts'
import { saveServiceLevel } from '../settings/index.ts'

/**
 * Sets the service level for alerts and order dates from now on. The scorecard has figures for it already.
 */
export async function saveSensitivity(
  kernel: Pick<Kernel, 'db' | 'jobs' | 'live'>,
  args: Sensitivity & { merchantId: number },
): Promise<Sensitivity> {
  await saveServiceLevel(kernel, args)
  return { serviceLevel: args.serviceLevel }
}
