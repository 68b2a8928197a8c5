import type { ExcessList, excessQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { dayFromEpoch } from '../../../kernel/calendar.ts'
import { paginate } from '../../../kernel/database/paginate.ts'
import { findShopMoney } from '../../../kernel/database/variant-costs.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { findShopDay } from '../shop-day.ts'
import { countExcess, listExcessPage, sumExcess } from './queries.ts'

/** Returns one page of the stock beyond demand or without sales, and what the whole of it is worth at cost. */
export async function listExcess(
  context: Context<'clock'>,
  query: z.output<typeof excessQuerySchema>,
): Promise<ExcessList> {
  const { merchantId, tx } = context
  const { page: _page, pageSize: _pageSize, ...asked } = query
  const [{ today, currency }, money] = await Promise.all([
    findShopDay(context),
    findShopMoney(tx, merchantId),
  ])
  const filter = { money, ...asked }
  const page = await paginate(query, {
    rows: (part) => listExcessPage(tx, { ...filter, ...part }),
    total: () => countExcess(tx, filter),
  })
  return { ...page, ...(await sumExcess(tx, money, asked)), currency, today: dayFromEpoch(today) }
}
