import { specDefaults, type VariantSettingsList, type variantSettingsQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { epochDay, today as todayOf } from '../../kernel/calendar.ts'
import { paginate } from '../../kernel/database/paginate.ts'
import { getGroups } from '../../kernel/database/product-groups.ts'
import { requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { noOverride } from './change-overrides.ts'
import { findPolicies } from './effective-policy.ts'
import { countOverrides, countVariantSettings, findSettings, listVariantSettingsPage } from './queries.ts'

/** Returns one page of products with their own settings, and what applies where they have none. */
export async function listVariantSettings(
  { clock, merchantId, tx }: Context<'clock'>,
  query: z.output<typeof variantSettingsQuerySchema>,
): Promise<VariantSettingsList> {
  const { search, only } = query
  const filter = { merchantId, search, only, ...getGroups(query) }
  const counting = countOverrides(tx, filter)
  const isWhole = search === ''
  const [counts, page, { timeZone }, settings] = await Promise.all([
    counting,
    paginate(query, {
      rows: (part) => listVariantSettingsPage(tx, { ...filter, ...part }),
      total: async () => (isWhole ? (await counting)[only] : countVariantSettings(tx, filter)),
    }),
    requireShopFacts(tx, merchantId),
    findSettings(tx, merchantId),
  ])
  const variantIds = page.rows.map(({ variantId }) => variantId)
  const today = epochDay(todayOf(clock, timeZone))
  const getPolicy = await findPolicies(tx, { merchantId, variantIds, today })
  const rows = page.rows.map((row) => {
    const { leadTimeDays, leadTimeSource, reviewPeriodDays, supplier } = getPolicy(row.variantId, noOverride)
    return { ...row, usual: { leadTimeDays, leadTimeSource, coverDays: reviewPeriodDays, supplier } }
  })
  return { ...page, rows, counts, defaults: settings ?? specDefaults }
}
