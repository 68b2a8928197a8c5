import {
  type Alert,
  type AlertSort,
  closingCauseSchema,
  type Ordering,
  recommendationSchema,
} from '@stockcast/contract'
import type { AlertType } from '@stockcast/forecasting/decisions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../kernel/database/app-database.ts'
import { listOrdering } from '../kernel/database/ordering.ts'
import { fitsGroups, type GroupFilter } from '../kernel/database/product-groups.ts'
import { fitsSearch } from '../kernel/database/search.ts'
import { readWho, type Who } from '../kernel/people/queries.ts'
import { alertMetaSchema } from './alert-record.ts'

/** A cause that another version stored reads as none; its sentence is shown. */
const causeSchema = closingCauseSchema.nullable().catch(null)

function selectAlerts(tx: Tx, merchantId: number) {
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
    .select([
      'variants.title',
      'variants.sku',
      'projection.available',
      'projection.not_in_store',
      'projection.recommendation',
    ])
}

type AlertRow = Awaited<ReturnType<ReturnType<typeof selectAlerts>['execute']>>[number]

export async function findAlert(
  tx: Tx,
  key: { merchantId: number; alertId: number },
): Promise<Alert | undefined> {
  const row = await selectAlerts(tx, key.merchantId).where('alerts.id', '=', key.alertId).executeTakeFirst()
  return row && (await alertsOnWire(tx, key.merchantId, [row]))[0]
}

export interface AlertFilter extends GroupFilter {
  merchantId: number
  status: 'all' | 'active' | 'resolved'
  type: 'all' | AlertType
  /** A part of title or SKU; alerts of products that are gone fit the empty text alone. */
  search: string
}

type PageOfAlerts = AlertFilter & { sort: AlertSort; limit: number; offset: number }

/**
 * Returns one page of alerts. Both open alerts of a product are listed together, at the place of the newer one, unless a
 * filter by type leaves only one of them. Alerts of the same time are sorted by their days until stockout.
 */
export async function listAlertPage(tx: Tx, filter: PageOfAlerts): Promise<Alert[]> {
  const rows = await selectAlerts(tx, filter.merchantId)
    .innerJoin(pageOfAlerts(tx, filter).as('page'), 'page.id', 'alerts.id')
    .orderBy('page.place')
    .execute()
  return alertsOnWire(tx, filter.merchantId, rows)
}

const places: Record<AlertSort, RawBuilder<unknown>> = {
  newest: sql`stands_at desc, days, alerts.variant_id desc, alerts.triggered_at desc, alerts.id desc`,
  stockout: sql`alerts.resolved, case when not alerts.resolved then days end, stands_at desc, alerts.variant_id desc,
    alerts.triggered_at desc, alerts.id desc`,
}

/** Sorts narrow rows. What is shown of an alert is joined only for the rows of the page. */
function pageOfAlerts(tx: Tx, filter: PageOfAlerts) {
  const { merchantId, type, sort, limit, offset } = filter
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
    .crossJoin(
      sql<{ days: number | null; stands_at: Date }>`lateral (
        select least(${getDays('alerts')}, ${getDays('other')}) as days,
          greatest(alerts.triggered_at, other.triggered_at) as stands_at)`.as('group_of'),
    )
    .where(fits(filter))
    .select(['alerts.id', sql<number>`row_number() over (order by ${places[sort]})`.as('place')])
    .orderBy('place')
    .limit(limit)
    .offset(offset)
}

const getDays = (alert: 'alerts' | 'other') =>
  sql`(${sql.ref(`${alert}.meta`)} ->> 'days_until_stockout')::integer`

function fits(filter: AlertFilter): RawBuilder<SqlBool> {
  const { merchantId, status, type, search } = filter
  const inGroups = fitsGroups(filter, sql`alerts.variant_id`)
  const conditions = [sql<SqlBool>`alerts.merchant_id = ${merchantId}`, ...inGroups]
  if (status !== 'all') conditions.push(sql<SqlBool>`alerts.resolved = ${status === 'resolved'}`)
  if (type !== 'all') conditions.push(sql<SqlBool>`alerts.type = ${type}`)
  if (search !== '')
    conditions.push(sql<SqlBool>`exists (select from variants v
      where v.merchant_id = ${merchantId} and v.variant_id = alerts.variant_id and ${fitsSearch(search)})`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Returns open alerts, newest first; those of the same time by their days until stockout. */
export async function listNewestOpenAlerts(
  tx: Tx,
  { merchantId, limit }: { merchantId: number; limit: number },
): Promise<Alert[]> {
  const rows = await selectAlerts(tx, merchantId)
    .where('alerts.resolved', '=', false)
    .orderBy('alerts.triggered_at', 'desc')
    .orderBy(getDays('alerts'))
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .execute()
  return alertsOnWire(tx, merchantId, rows)
}

export async function countAlerts(tx: Tx, filter: AlertFilter): Promise<number> {
  const row = await tx
    .selectFrom('alerts')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(fits(filter))
    .executeTakeFirstOrThrow()
  return row.count
}

async function alertsOnWire(tx: Tx, merchantId: number, rows: readonly AlertRow[]): Promise<Alert[]> {
  const variantIds = rows.map(({ variant_id }) => variant_id)
  const getOrdering = await listOrdering(tx, { merchantId, variantIds })
  const userIds = rows.map((row) => row.resolved_by_user)
  const who = await readWho(tx, merchantId, userIds)
  return rows.map((row) => toAlert(row, getOrdering(row.variant_id), who))
}

function toAlert(row: AlertRow, ordering: Ordering, who: Who): Alert {
  const meta = alertMetaSchema.parse(row.meta)
  return {
    id: row.id,
    variantId: row.variant_id,
    type: row.type,
    resolved: row.resolved,
    triggeredAt: row.triggered_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
    resolvedByWhom: who(row.resolved_by_user),
    resolvedReason: row.resolved_reason,
    resolvedCause: causeSchema.parse(row.resolved_cause),
    title: row.title,
    sku: row.sku,
    currentStock: row.available,
    notInStore: row.not_in_store ?? 0,
    recommendation: row.resolved ? null : recommendationSchema.nullable().parse(row.recommendation),
    ...ordering,
    meta: {
      daysUntilStockout: meta.days_until_stockout,
      daysLow: meta.days_low,
      daysHigh: meta.days_high,
      probability: meta.probability,
      orderQuantity: meta.order_quantity,
      orderBy: meta.order_by,
      isMade: meta.is_made === true,
      recommendation: meta.recommendation,
    },
  }
}
