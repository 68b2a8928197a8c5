import type { ExcessList, excessQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { dayFromEpoch } from '../../../calendar.ts'
import { paginate } from '../../../database/paginate.ts'
import { requireShopFacts } from '../../../shop-facts/queries.ts'
import type { Context } from '../../../verb-context.ts'
import { findShopDay } from '../shop-day.ts'
import { countExcess, listExcessPage, sumExcess } from './queries.ts'

/** Returns one page of the stock beyond demand or without sales, and what the whole of it is worth at cost. */
export async function listExcess(
  context: Context<'clock'>,
  query: z.output<typeof excessQuerySchema>,
): Promise<ExcessList> {
  const { merchantId, tx } = context
  const { page: _page, pageSize: _pageSize, ...asked } = query
  const filter = { merchantId, ...asked }
  const { currency } = await requireShopFacts(tx, merchantId)
  const { today } = await findShopDay(context)
  const page = await paginate(query, {
    rows: (part) => listExcessPage(tx, { ...filter, ...part }),
    total: () => countExcess(tx, filter),
  })
  return { ...page, ...(await sumExcess(tx, merchantId)), currency, today: dayFromEpoch(today) }
}
