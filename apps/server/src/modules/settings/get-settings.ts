import { DEFAULT_LEAD_TIME_DAYS, DEFAULT_SAFETY_STOCK, type Settings } from '@stockcast/contract'
import type { Kernel } from '../../kernel.ts'
import { findSettings } from './queries.ts'

export async function getSettings(kernel: Pick<Kernel, 'db'>, merchantId: number): Promise<Settings> {
  const saved = await kernel.db.withTenant(merchantId, (tx) => findSettings(tx, merchantId))
  return saved ?? { defaultSafetyStock: DEFAULT_SAFETY_STOCK, defaultLeadTimeDays: DEFAULT_LEAD_TIME_DAYS }
}
