import type { SupplierDetail, SupplierList, SupplierRow, supplierQuerySchema } from '@stockcast/contract'
import type { z } from 'zod'
import { findStopped } from '../../alerts/index.ts'
import { today as todayOf } from '../../kernel/calendar.ts'
import { paginate } from '../../kernel/database/paginate.ts'
import { AppError } from '../../kernel/errors.ts'
import { requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { countOrders } from './history-queries.ts'
import { findLeadTimes } from './lead-times.ts'
import { countItems, countSuppliers, findSupplier, listSupplierPage, type StoredSupplier } from './queries.ts'
import { findScores } from './scores.ts'

/** Returns one page of suppliers, with their lead times and scores. */
export async function listSuppliers(
  context: Context<'clock'>,
  query: z.output<typeof supplierQuerySchema>,
): Promise<SupplierList> {
  const { merchantId, tx } = context
  const filter = { merchantId, search: query.search, status: query.status }
  const page = await paginate(query, {
    rows: (part) => listSupplierPage(tx, { ...filter, ...part }),
    total: () => countSuppliers(tx, filter),
  })
  return { ...page, rows: await completeRows(context, page.rows) }
}

/** Returns a supplier with the orders from which its lead time is learned. */
export async function getSupplier(
  context: Context<'clock' | 'config'>,
  { supplierId }: { supplierId: number },
): Promise<SupplierDetail> {
  const { merchantId, tx } = context
  const found = await findSupplier(tx, { merchantId, supplierId })
  if (!found) throw new AppError('not_found', refusalTexts.unknownSupplier)
  const [supplier] = await completeRows(context, [found])
  if (!supplier) throw new AppError('not_found', refusalTexts.unknownSupplier)
  const day = await shopDay(context)
  const leadTimes = await findLeadTimes(context, { suppliers: [found], today: day })
  const stopped = await findStopped(context, { addresses: [found.email ?? [], found.otherEmails].flat() })
  return { supplier, stoppedEmails: [...stopped], leadTimes: leadTimes.get(supplierId)?.observed ?? [] }
}

/** Returns the day in the shop's calendar. */
export async function shopDay({ clock, merchantId, tx }: Context<'clock'>): Promise<string> {
  const { timeZone } = await requireShopFacts(tx, merchantId)
  return todayOf(clock, timeZone)
}

/** Adds to each supplier its counts, its lead time and its score. One that was removed meanwhile is left out. */
async function completeRows(
  context: Context<'clock'>,
  suppliers: readonly StoredSupplier[],
): Promise<SupplierRow[]> {
  const { merchantId, tx } = context
  const today = await shopDay(context)
  const supplierIds = suppliers.map(({ id }) => id)
  const items = await countItems(tx, { merchantId, supplierIds })
  const orders = await countOrders(tx, { merchantId, supplierIds, today })
  const leadTimes = await findLeadTimes(context, { suppliers, today })
  const scores = await findScores(context, { suppliers, today, leadTimes })
  const kept = suppliers.filter(({ id }) => leadTimes.has(id))
  return kept.map((supplier) => ({
    ...supplier,
    archivedAt: supplier.archivedAt?.toISOString() ?? null,
    createdAt: supplier.createdAt.toISOString(),
    items: items.get(supplier.id) ?? 0,
    ...(orders.get(supplier.id) ?? { openOrders: 0, lateOrders: 0, finishedOrders: 0 }),
    leadTime: leadTimes.get(supplier.id)!.leadTime,
    score: scores.get(supplier.id)!,
  }))
}
