import type { SuggestionList, suggestionQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { findShopMoney } from '../../kernel/database/variant-costs.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { listSuggestionRows } from './queries.ts'

/** Returns which stock to move before anything is bought. */
export async function listSuggestions(
  { merchantId, tx }: Context,
  { location, page, pageSize }: z.output<typeof suggestionQuerySchema>,
): Promise<SuggestionList> {
  const { currency } = await findShopMoney(tx, merchantId)
  const key = { merchantId, location, limit: pageSize, offset: (page - 1) * pageSize }
  const rows = await listSuggestionRows(tx, key)
  return {
    rows: rows.map(({ total: _, totalUnits: __, ...row }) => row),
    total: rows[0]?.total ?? 0,
    page,
    pageSize,
    units: rows[0]?.totalUnits ?? 0,
    currency,
  }
}
