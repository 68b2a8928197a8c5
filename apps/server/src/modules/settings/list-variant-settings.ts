import {
  DEFAULT_LEAD_TIME_DAYS,
  DEFAULT_SAFETY_STOCK,
  type Settings,
  type VariantSettingsList,
  type variantSettingsQuerySchema,
} from '@stockcast/contract'
import type { z } from 'zod'
import type { Kernel } from '../../kernel.ts'
import { countOverrides, countVariantSettings, findSettings, listVariantSettingsPage } from './queries.ts'

export async function listVariantSettings(
  kernel: Pick<Kernel, 'db'>,
  args: { merchantId: number; query: z.output<typeof variantSettingsQuerySchema> },
): Promise<VariantSettingsList> {
  const { merchantId, query } = args
  const { search, only, page, pageSize } = query
  return kernel.db.withTenant(merchantId, async (tx) => {
    const counts = await countOverrides(tx, merchantId)
    const filter = { merchantId, search, only }
    const place = { limit: pageSize, offset: (page - 1) * pageSize }
    const total = search === '' ? counts[only] : await countVariantSettings(tx, filter)
    const rows = await listVariantSettingsPage(tx, { ...filter, ...place })
    const defaults = (await findSettings(tx, merchantId)) ?? spec
    return { rows, total, counts, defaults, page, pageSize }
  })
}

const spec: Settings = {
  defaultSafetyStock: DEFAULT_SAFETY_STOCK,
  defaultLeadTimeDays: DEFAULT_LEAD_TIME_DAYS,
}
