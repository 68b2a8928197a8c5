import type { PurchaseOrderList, purchaseOrderQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { today as todayOf } from '../../../kernel/calendar.ts'
import type { DayKey } from '../../../kernel/database/app-database.ts'
import { paginate } from '../../../kernel/database/paginate.ts'
import { readWho } from '../../../kernel/people/queries.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { rowOnWire } from './get-order.ts'
import { countByStatus, countOrders, listOrderRows } from './list-queries.ts'

/** Returns one page of the orders, newest first. */
export async function listOrders(
  { clock, merchantId, tx }: Context<'clock'>,
  query: z.output<typeof purchaseOrderQuerySchema>,
): Promise<PurchaseOrderList> {
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const today = todayOf(clock, timeZone)
  const { late, page: _page, pageSize: _pageSize, ...fields } = query
  const filter = { merchantId, today, ...fields, isLate: late === undefined ? undefined : late === 'true' }
  const page = await paginate(query, {
    rows: (part) => listOrderRows(tx, filter, part),
    total: () => countOrders(tx, filter),
  })
  const userIds = page.rows.map((row) => row.created_by)
  const who = await readWho(tx, merchantId, userIds)
  const rows = page.rows.map((row) => rowOnWire(row, who))
  return { ...page, rows, counts: await getCounts(tx, { merchantId, today }), today }
}

async function getCounts(tx: Context['tx'], key: DayKey): Promise<PurchaseOrderList['counts']> {
  const counts = {
    all: 0,
    open: 0,
    late: 0,
    draft: 0,
    ordered: 0,
    partly_received: 0,
    received: 0,
    closed: 0,
    cancelled: 0,
  }
  for (const { status, count, late } of await countByStatus(tx, key)) {
    counts[status] = count
    counts.all += count
    counts.late += late
  }
  return { ...counts, open: counts.ordered + counts.partly_received }
}
