import { type Alert, closingCauseSchema, type Ordering, recommendationSchema } from '@stockcast/contract'
import type { AlertType } from '@stockcast/forecasting/decisions'
import { sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import { listOrdering } from '../../database/ordering.ts'
import { alertMetaSchema } from './alert-record.ts'

/** A cause that another version stored reads as none; its sentence is shown. */
const causeSchema = closingCauseSchema.nullable().catch(null)

function alertsOf(tx: Tx, merchantId: number) {
  return tx
    .selectFrom('alerts')
    .leftJoin('variants', (join) =>
      join.onRef('variants.variant_id', '=', 'alerts.variant_id').on('variants.merchant_id', '=', merchantId),
    )
    .leftJoin('stock_projections as projection', (join) =>
      join
        .onRef('projection.variant_id', '=', 'alerts.variant_id')
        .on('projection.merchant_id', '=', merchantId),
    )
    .where('alerts.merchant_id', '=', merchantId)
    .selectAll('alerts')
    .select(['variants.title', 'variants.sku', 'projection.available', 'projection.recommendation'])
}

type AlertRow = Awaited<ReturnType<ReturnType<typeof alertsOf>['execute']>>[number]

export async function findAlert(
  tx: Tx,
  key: { merchantId: number; alertId: number },
): Promise<Alert | undefined> {
  const row = await alertsOf(tx, key.merchantId).where('alerts.id', '=', key.alertId).executeTakeFirst()
  return row && (await alertsOnWire(tx, key.merchantId, [row]))[0]
}

export interface AlertFilter {
  merchantId: number
  status: 'all' | 'active' | 'resolved'
  type: 'all' | AlertType
}

/**
 * Returns one page of alerts, newest first. Both open alerts of a product are listed together, at the place
 * of the newer one, unless a filter by type leaves only one of them.
 */
export async function listAlertPage(
  tx: Tx,
  filter: AlertFilter & { limit: number; offset: number },
): Promise<Alert[]> {
  const page = pageOfAlerts(tx, filter).as('page')
  const rows = await alertsOf(tx, filter.merchantId)
    .innerJoin(page, 'page.id', 'alerts.id')
    .orderBy('page.stands_at', 'desc')
    .orderBy('alerts.variant_id', 'desc')
    .orderBy('alerts.triggered_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .execute()
  return alertsOnWire(tx, filter.merchantId, rows)
}

/** Sorts narrow rows. What is shown of an alert is joined only for the rows of the page. */
function pageOfAlerts(tx: Tx, filter: AlertFilter & { limit: number; offset: number }) {
  const { merchantId, status, type, limit, offset } = filter
  const standsAt = sql<Date>`greatest(alerts.triggered_at, other.triggered_at)`
  return tx
    .selectFrom('alerts')
    .leftJoin('alerts as other', (join) =>
      join
        .onRef('other.variant_id', '=', 'alerts.variant_id')
        .onRef('other.type', '<>', 'alerts.type')
        .on('other.merchant_id', '=', merchantId)
        .on('other.resolved', '=', false)
        .on('alerts.resolved', '=', false)
        .on(sql<boolean>`${type === 'all'}`),
    )
    .where('alerts.merchant_id', '=', merchantId)
    .$if(status !== 'all', (query) => query.where('alerts.resolved', '=', status === 'resolved'))
    .$if(type !== 'all', (query) => query.where('alerts.type', '=', type as AlertType))
    .select(['alerts.id', standsAt.as('stands_at')])
    .orderBy(standsAt, 'desc')
    .orderBy('alerts.variant_id', 'desc')
    .orderBy('alerts.triggered_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .offset(offset)
}

/** Returns open alerts, newest first. */
export async function listNewestOpenAlerts(
  tx: Tx,
  { merchantId, limit }: { merchantId: number; limit: number },
): Promise<Alert[]> {
  const rows = await alertsOf(tx, merchantId)
    .where('alerts.resolved', '=', false)
    .orderBy('alerts.triggered_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .execute()
  return alertsOnWire(tx, merchantId, rows)
}

export async function countAlerts(tx: Tx, filter: AlertFilter): Promise<number> {
  let query = tx
    .selectFrom('alerts')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', filter.merchantId)
  if (filter.status !== 'all') query = query.where('resolved', '=', filter.status === 'resolved')
  if (filter.type !== 'all') query = query.where('type', '=', filter.type)
  const row = await query.executeTakeFirstOrThrow()
  return row.count
}

async function alertsOnWire(tx: Tx, merchantId: number, rows: readonly AlertRow[]): Promise<Alert[]> {
  const variantIds = rows.map(({ variant_id }) => variant_id)
  const orderingOf = await listOrdering(tx, { merchantId, variantIds })
  return rows.map((row) => alertOf(row, orderingOf(row.variant_id)))
}

function alertOf(row: AlertRow, ordering: Ordering): Alert {
  const meta = alertMetaSchema.parse(row.meta)
  return {
    id: row.id,
    variantId: row.variant_id,
    type: row.type,
    resolved: row.resolved,
    triggeredAt: row.triggered_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
    resolvedReason: row.resolved_reason,
    resolvedCause: causeSchema.parse(row.resolved_cause),
    title: row.title,
    sku: row.sku,
    currentStock: row.available,
    recommendation: row.resolved ? null : recommendationSchema.nullable().parse(row.recommendation),
    ...ordering,
    meta: {
      daysUntilStockout: meta.days_until_stockout,
      daysLow: meta.days_low,
      daysHigh: meta.days_high,
      probability: meta.probability,
      orderQuantity: meta.order_quantity,
      orderBy: meta.order_by,
      recommendation: meta.recommendation,
    },
  }
}
