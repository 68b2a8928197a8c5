import type { Sensitivity } from '@stockcast/contract'
import type { Kernel } from '../../kernel.ts'
import { saveServiceLevel } from '../settings/index.ts'

/** From now on alerts and order dates run at this service level. The card has its figures for it already. */
export async function saveSensitivity(
  kernel: Pick<Kernel, 'db' | 'jobs' | 'live'>,
  args: Sensitivity & { merchantId: number },
): Promise<Sensitivity> {
  await saveServiceLevel(kernel, args)
  return { serviceLevel: args.serviceLevel }
}
