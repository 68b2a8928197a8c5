import {
  DEFAULT_LEAD_TIME_DAYS,
  DEFAULT_SAFETY_STOCK,
  type Settings,
  type VariantSettingsList,
  type variantSettingsQuerySchema,
} from '@stockcast/contract'
import type { z } from 'zod'
import { hasClasses } from '../../database/demand-classes.ts'
import { paginate } from '../../database/paginate.ts'
import type { Context } from '../../verb-context.ts'
import { countOverrides, countVariantSettings, findSettings, listVariantSettingsPage } from './queries.ts'

export async function listVariantSettings(
  { merchantId, tx }: Context,
  query: z.output<typeof variantSettingsQuerySchema>,
): Promise<VariantSettingsList> {
  const { search, only, abc, xyz } = query
  const counts = await countOverrides(tx, merchantId)
  const filter = { merchantId, search, only, abc, xyz }
  const isWhole = search === '' && !hasClasses(filter)
  const page = await paginate(query, {
    rows: (part) => listVariantSettingsPage(tx, { ...filter, ...part }),
    total: async () => (isWhole ? counts[only] : countVariantSettings(tx, filter)),
  })
  const defaults = (await findSettings(tx, merchantId)) ?? spec
  return { ...page, counts, defaults }
}

const spec: Settings = {
  defaultSafetyStock: DEFAULT_SAFETY_STOCK,
  defaultLeadTimeDays: DEFAULT_LEAD_TIME_DAYS,
}
