import type { Sensitivity } from '@stockcast/contract'
import type { Context } from '../../verb-context.ts'
import { saveServiceLevel } from '../settings/index.ts'

/**
 * Sets the service level for alerts and order dates from now on. The scorecard has figures for it already.
 */
export async function saveSensitivity(
  context: Context<'jobs' | 'live'>,
  { serviceLevel }: Sensitivity,
): Promise<Sensitivity> {
  await saveServiceLevel(context, { serviceLevel })
  return { serviceLevel }
}
