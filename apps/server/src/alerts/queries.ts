import { HOUR_MS } from '@stockcast/contract'
import {
  type AlertType,
  COOLDOWN_HOURS,
  type CoolingAlert,
  type OpenAlert,
  type SettledAlert,
} from '@stockcast/forecasting/decisions'
import { sql } from 'kysely'
import type { SomeVariants, Tx, VariantsKey } from '../kernel/database/app-database.ts'
import { isAmong } from '../kernel/database/is-among.ts'
import { actingUser } from '../kernel/database/request-scope.ts'
import { type AlertRecord, alertMetaSchema } from './alert-record.ts'
import type { AlertKey, Closing } from './plan-alerts.ts'

/** Returns the time after which an alert that the system resolved may not open again yet. */
export function cooldownStart(at: Date): Date {
  return new Date(at.getTime() - COOLDOWN_HOURS * HOUR_MS)
}

export async function listOpenAlerts(tx: Tx, { merchantId, variantIds }: SomeVariants): Promise<OpenAlert[]> {
  const { rows } = await sql<Omit<OpenAlert, 'availableAtOpening'> & { meta: unknown }>`
    select variant_id as "variantId", type, severity, meta from alerts
    where merchant_id = ${merchantId} and not resolved and ${isAmong('variant_id', variantIds)}
  `.execute(tx)
  return rows.map(({ meta, ...alert }) => ({
    ...alert,
    availableAtOpening: alertMetaSchema.parse(meta).available_at_opening,
  }))
}

/** Returns alerts that were resolved by hand and whose condition has not cleared since. */
export async function listSettledAlerts(
  tx: Tx,
  { merchantId, variantIds }: SomeVariants,
): Promise<SettledAlert[]> {
  const { rows } = await sql<SettledAlert>`
    select variant_id as "variantId", type, severity, false as "hasClearedSince" from alerts
    where merchant_id = ${merchantId} and resolved_by = 'merchant' and cleared_at is null
      and ${isAmong('variant_id', variantIds)}
  `.execute(tx)
  return rows
}

/**
 * Returns alerts that the system resolved after `since`, unless the merchant has changed settings meanwhile.
 */
export async function listCoolingAlerts(
  tx: Tx,
  { merchantId, variantIds, since }: SomeVariants & { since: Date },
): Promise<CoolingAlert[]> {
  const { rows } = await sql<CoolingAlert>`
    select variant_id as "variantId", type, severity from alerts
    where merchant_id = ${merchantId} and resolved_by = 'system' and resolved_at > ${since} and cleared_at is null
      and ${isAmong('variant_id', variantIds)}
  `.execute(tx)
  return rows
}

/** Lets the alerts of these variants that the system resolved open again at once. */
export async function endCooldown(
  tx: Tx,
  { merchantId, variantIds, at }: SomeVariants & { at: Date },
): Promise<void> {
  const since = cooldownStart(at)
  await sql`
    update alerts set cleared_at = ${at}
    where merchant_id = ${merchantId} and resolved_by = 'system' and resolved_at > ${since} and cleared_at is null
      and ${isAmong('variant_id', variantIds)}
  `.execute(tx)
}

/**
 * Resolves the open alerts of these variants for an action of the merchant. `mayReturn`: they may open again when the
 * action ends.
 */
export async function settleAlerts(
  tx: Tx,
  args: VariantsKey & { at: Date; reason: string; mayReturn: boolean },
): Promise<void> {
  await tx
    .updateTable('alerts')
    .set({
      resolved: true,
      resolved_at: args.at,
      resolved_by: 'merchant',
      resolved_by_user: actingUser(),
      resolved_reason: args.reason,
      cleared_at: args.mayReturn ? args.at : null,
    })
    .where('merchant_id', '=', args.merchantId)
    .where((e) => e('variant_id', '=', e.fn.any(e.val([...args.variantIds]))))
    .where('resolved', '=', false)
    .execute()
}

/** Lets alerts of these variants that the merchant resolved, at any time or at `settledAt`, open again. */
export async function reopenSettled(
  tx: Tx,
  args: VariantsKey & { at: Date; settledAt?: Date },
): Promise<void> {
  const { merchantId, variantIds, at, settledAt } = args
  if (variantIds.length === 0) return
  const ofThen = settledAt === undefined ? sql`true` : sql`resolved_at = ${settledAt}`
  await sql`
    update alerts set cleared_at = ${at}
    where merchant_id = ${merchantId} and variant_id = any(${variantIds}) and resolved_by = 'merchant'
      and cleared_at is null and ${ofThen}
  `.execute(tx)
}

export async function insertAlerts(
  tx: Tx,
  args: { merchantId: number; at: Date; alerts: readonly (AlertKey & AlertRecord)[] },
): Promise<number> {
  if (args.alerts.length === 0) return 0
  const { rows } = await sql`
    insert into alerts (merchant_id, variant_id, type, severity, triggered_at, meta)
    select ${args.merchantId}::bigint, new.variant_id, new.type, new.severity, ${args.at}::timestamptz, new.meta
    from ${getRecords(args.alerts)} as new (variant_id, type, severity, meta)
    on conflict (merchant_id, variant_id, type) where not resolved do nothing
    returning id
  `.execute(tx)
  return rows.length
}

/** Returns the open alerts with these keys, by id. */
export async function listAlertKeys(
  tx: Tx,
  { merchantId, keys }: { merchantId: number; keys: readonly AlertKey[] },
): Promise<{ alertId: number; type: AlertType; severity: number }[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ alertId: number; type: AlertType; severity: number }>`
    select a.id as "alertId", a.type, a.severity
    from unnest(${keys.map((k) => k.variantId)}::bigint[], ${keys.map((k) => k.type)}::text[]) as wanted (variant_id, type)
    join alerts a on a.merchant_id = ${merchantId} and a.variant_id = wanted.variant_id and a.type = wanted.type
      and not a.resolved
    order by a.id
  `.execute(tx)
  return rows
}

/** Escalates alerts and updates their figures; rows that would stay the same are not written. */
export async function saveAlertFigures(
  tx: Tx,
  args: { merchantId: number; alerts: readonly (AlertKey & AlertRecord)[] },
): Promise<number> {
  if (args.alerts.length === 0) return 0
  const { rows } = await sql`
    update alerts set severity = new.severity, meta = new.meta
    from ${getRecords(args.alerts)} as new (variant_id, type, severity, meta)
    where alerts.merchant_id = ${args.merchantId} and alerts.variant_id = new.variant_id and alerts.type = new.type
      and not alerts.resolved and (alerts.severity, alerts.meta) is distinct from (new.severity, new.meta)
    returning alerts.id
  `.execute(tx)
  return rows.length
}

function getRecords(alerts: readonly (AlertKey & AlertRecord)[]) {
  return sql`unnest(
    ${alerts.map((a) => a.variantId)}::bigint[], ${alerts.map((a) => a.type)}::text[],
    ${alerts.map((a) => a.severity)}::integer[], ${alerts.map((a) => JSON.stringify(a.meta))}::jsonb[])`
}

export async function resolveAlerts(
  tx: Tx,
  args: { merchantId: number; at: Date; alerts: readonly (AlertKey & Closing)[] },
): Promise<number> {
  const { alerts } = args
  if (alerts.length === 0) return 0
  const { rows } = await sql`
    update alerts set resolved = true, resolved_at = ${args.at}, resolved_by = 'system',
      resolved_reason = done.reason, resolved_cause = done.cause
    from unnest(${alerts.map((a) => a.variantId)}::bigint[], ${alerts.map((a) => a.type)}::text[],
      ${alerts.map((a) => a.reason)}::text[],
      ${alerts.map((a) => JSON.stringify(a.cause))}::jsonb[]) as done (variant_id, type, reason, cause)
    where alerts.merchant_id = ${args.merchantId} and alerts.variant_id = done.variant_id
      and alerts.type = done.type and not alerts.resolved
    returning alerts.id
  `.execute(tx)
  return rows.length
}

export async function markAlertsCleared(
  tx: Tx,
  args: { merchantId: number; at: Date; keys: readonly AlertKey[] },
): Promise<void> {
  if (args.keys.length === 0) return
  await sql`
    update alerts set cleared_at = ${args.at}
    from unnest(${args.keys.map((k) => k.variantId)}::bigint[], ${args.keys.map((k) => k.type)}::text[])
      as cleared (variant_id, type)
    where alerts.merchant_id = ${args.merchantId} and alerts.variant_id = cleared.variant_id
      and alerts.type = cleared.type and alerts.resolved_by = 'merchant' and alerts.cleared_at is null
  `.execute(tx)
}

/**
 * Opens a copy of each of these alerts that the merchant resolved after `since`, where none is open. Returns which alert
 * followed which. The resolved ones no longer keep their condition from being raised.
 */
export async function raiseAgain(
  tx: Tx,
  args: { merchantId: number; alertIds: readonly number[]; since: Date; at: Date },
): Promise<{ from: number; to: number }[]> {
  const { merchantId, alertIds, since, at } = args
  const { rows } = await sql<{ from: number; to: number }>`
    with undone as (
      update alerts set cleared_at = ${at}
      where merchant_id = ${merchantId} and id = any(${alertIds}::bigint[]) and resolved_by = 'merchant'
        and resolved_at > ${since} and cleared_at is null
      returning id, variant_id, type, severity, meta
    ), raised as (
      insert into alerts (merchant_id, variant_id, type, severity, triggered_at, meta)
      select ${merchantId}::bigint, variant_id, type, severity, ${at}::timestamptz, meta from undone order by id
      on conflict (merchant_id, variant_id, type) where not resolved do nothing
      returning id, variant_id, type
    )
    select undone.id as "from", raised.id as "to"
    from undone join raised using (variant_id, type)
  `.execute(tx)
  return rows
}

/** Resolves the open ones of these alerts, and returns how many there were. */
export async function markResolvedByMerchant(
  tx: Tx,
  args: { merchantId: number; alertIds: readonly number[]; at: Date },
): Promise<number> {
  const updated = await tx
    .updateTable('alerts')
    .set({
      resolved: true,
      resolved_at: args.at,
      resolved_by: 'merchant',
      resolved_by_user: actingUser(),
    })
    .where('merchant_id', '=', args.merchantId)
    .where('id', 'in', args.alertIds)
    .where('resolved', '=', false)
    .returning('id')
    .execute()
  return updated.length
}
