import { DEFAULT_LEAD_TIME_DAYS, DEFAULT_SAFETY_STOCK, type Settings } from '@stockcast/contract'
import type { Context } from '../../verb-context.ts'
import { findSettings } from './queries.ts'

export async function getSettings({ merchantId, tx }: Context): Promise<Settings> {
  const saved = await findSettings(tx, merchantId)
  return saved ?? { defaultSafetyStock: DEFAULT_SAFETY_STOCK, defaultLeadTimeDays: DEFAULT_LEAD_TIME_DAYS }
}
