import type { Alert, AlertList, alertQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import type { Tx } from '../kernel/database/app-database.ts'
import { paginate } from '../kernel/database/paginate.ts'
import { getGroups } from '../kernel/database/product-groups.ts'
import type { Context } from '../kernel/verb-context.ts'
import { countAlerts, listAlertPage, listNewestOpenAlerts } from './list-queries.ts'

export async function listAlerts(
  { merchantId, tx }: Context,
  query: z.output<typeof alertQuerySchema>,
): Promise<AlertList> {
  const { status, type, search, sort } = query
  const filter = { merchantId, status, type, search, ...getGroups(query) }
  const { rows: alerts, ...page } = await paginate(query, {
    rows: (part) => listAlertPage(tx, { ...filter, ...part, sort }),
    total: () => countAlerts(tx, filter),
  })
  return { alerts, ...page }
}

/** Returns the newest unresolved alerts. */
export function listRecentAlerts(tx: Tx, args: { merchantId: number; count: number }): Promise<Alert[]> {
  const { merchantId, count } = args
  return listNewestOpenAlerts(tx, { merchantId, limit: count })
}
