import type {
  AlertQuery,
  Defaults,
  ExcessQuery,
  ProductFilter,
  VariantSettings,
  VariantSettingsRow,
} from '@stockcast/contract'
import { DEFAULT_SERVICE_LEVEL } from '@stockcast/forecasting/decisions'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Tx, VariantKey, VariantsKey } from '../../kernel/database/app-database.ts'
import { bulkUpsert } from '../../kernel/database/bulk-upsert.ts'
import { merchantLock } from '../../kernel/database/merchant-lock.ts'
import { fitsGroups, type GroupFilter } from '../../kernel/database/product-groups.ts'
import { fitsSearch } from '../../kernel/database/search.ts'
import { ofExcess } from '../catalog/excess/queries.ts'
import { ofStatus } from '../catalog/totals/queries.ts'

export async function findSettings(tx: Tx, merchantId: number): Promise<Defaults | null> {
  const row = await tx
    .selectFrom('settings')
    .select(['default_safety_stock', 'default_lead_time_days', 'default_cover_days'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  if (!row) return null
  return {
    defaultSafetyStock: row.default_safety_stock,
    defaultLeadTimeDays: row.default_lead_time_days,
    defaultCoverDays: row.default_cover_days,
  }
}

/** Returns the chosen service level, or the default. */
export async function findServiceLevel(tx: Tx, merchantId: number): Promise<number> {
  const row = await tx
    .selectFrom('merchants')
    .select('service_level')
    .where('id', '=', merchantId)
    .executeTakeFirst()
  // The column has single precision.
  return row?.service_level ? Number(row.service_level.toFixed(4)) : DEFAULT_SERVICE_LEVEL
}

/** Returns true when the level changed. */
export async function updateServiceLevel(
  tx: Tx,
  { merchantId, serviceLevel }: { merchantId: number; serviceLevel: number },
): Promise<boolean> {
  const changed = await sql<{ id: number }>`
    update merchants set service_level = ${serviceLevel}
    where id = ${merchantId} and service_level is distinct from ${serviceLevel}::real
    returning id
  `.execute(tx)
  return changed.rows.length > 0
}

export async function upsertSettings(tx: Tx, merchantId: number, settings: Defaults): Promise<void> {
  const values = {
    default_safety_stock: settings.defaultSafetyStock,
    default_lead_time_days: settings.defaultLeadTimeDays,
    default_cover_days: settings.defaultCoverDays,
  }
  await tx
    .insertInto('settings')
    .values({ merchant_id: merchantId, ...values })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(values))
    .execute()
}

/**
 * Allows one change of overrides per merchant at a time until the transaction ends: they are read, decided
 * and written together.
 */
export const lockOverrides = merchantLock('variant_overrides')

export interface VariantSettingsFilter extends GroupFilter {
  merchantId: number
  search: string
  only: 'all' | 'overridden'
  /** By default, variants of any status. */
  status?: ProductFilter
  /** The location whose status counts, for the products that it keeps; by default the whole shop's. */
  location?: number | undefined
  /** Only products with this kind of overstock, and with open alerts of this type. */
  excess?: ExcessQuery['kind']
  alerts?: AlertQuery['type']
}

function toRows(tx: Tx, merchantId: number) {
  return tx
    .selectFrom('variants as v')
    .leftJoin('variant_overrides as o', (join) =>
      join.onRef('o.variant_id', '=', 'v.variant_id').on('o.merchant_id', '=', merchantId),
    )
    .where('v.merchant_id', '=', merchantId)
    .select([
      'v.variant_id as variantId',
      'v.title',
      'v.sku',
      'o.safety_stock as safetyStock',
      'o.lead_time_days as leadTimeDays',
      'o.cover_days as coverDays',
    ])
}

function getConditions(filter: VariantSettingsFilter): Expression<SqlBool>[] {
  const { merchantId, search, only, status = 'all', location, excess, alerts } = filter
  const conditions: Expression<SqlBool>[] = fitsGroups(filter)
  if (only === 'overridden') conditions.push(sql<SqlBool>`o.variant_id is not null`)
  if (status !== 'all' || location !== undefined)
    conditions.push(sql<SqlBool>`v.variant_id in (${ofStatus(merchantId, { status, location })})`)
  if (excess !== undefined) conditions.push(sql<SqlBool>`v.variant_id in (${ofExcess(merchantId, excess)})`)
  if (alerts !== undefined)
    conditions.push(sql<SqlBool>`v.variant_id in (select a.variant_id from alerts a
      where a.merchant_id = ${merchantId} and not a.resolved and ${alerts} in ('all', a.type))`)
  if (search !== '') conditions.push(fitsSearch(search))
  return conditions
}

/** Returns one page by title; ties are sorted by id, so that pages never overlap. */
export async function listVariantSettingsPage(
  tx: Tx,
  filter: VariantSettingsFilter & { limit: number; offset: number },
): Promise<VariantSettingsRow[]> {
  return toRows(tx, filter.merchantId)
    .where((e) => e.and(getConditions(filter)))
    .orderBy('v.title_key')
    .orderBy('v.variant_id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
}

export async function countVariantSettings(tx: Tx, filter: VariantSettingsFilter): Promise<number> {
  const row = await toRows(tx, filter.merchantId)
    .where((e) => e.and(getConditions(filter)))
    .clearSelect()
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function countOverrides(
  tx: Tx,
  filter: GroupFilter & { merchantId: number },
): Promise<{ all: number; overridden: number }> {
  const count = (table: 'variants' | 'variant_overrides') => sql`(
    select count(*) from ${sql.table(table)} v
    where ${sql.join([sql`v.merchant_id = ${filter.merchantId}`, ...fitsGroups(filter)], sql` and `)})`
  const { rows } = await sql<{ all: number; overridden: number }>`
    select ${count('variants')} as all, ${count('variant_overrides')} as overridden
  `.execute(tx)
  return rows[0]!
}

/**
 * Returns the product's settings and keeps the product until the transaction ends, so that they can be
 * written.
 */
export async function findVariantSettings(tx: Tx, key: VariantKey): Promise<VariantSettingsRow | undefined> {
  return toRows(tx, key.merchantId)
    .where('v.variant_id', '=', key.variantId)
    .forKeyShare('v')
    .executeTakeFirst()
}

/**
 * Returns settings in the order of the ids; skips products that do not exist and keeps the others until the
 * transaction ends.
 */
export async function listChosenSettings(tx: Tx, key: VariantsKey): Promise<VariantSettingsRow[]> {
  return toRows(tx, key.merchantId)
    .where(sql<SqlBool>`v.variant_id = any(${key.variantIds})`)
    .orderBy('v.variant_id')
    .forKeyShare('v')
    .execute()
}

export async function listMatchingSettings(
  tx: Tx,
  filter: VariantSettingsFilter & { except: readonly number[] },
): Promise<VariantSettingsRow[]> {
  return toRows(tx, filter.merchantId)
    .where((e) => e.and(getConditions(filter)))
    .where(sql<SqlBool>`v.variant_id <> all(${filter.except})`)
    .orderBy('v.variant_id')
    .forKeyShare('v')
    .execute()
}

type Override = VariantSettings & { variantId: number }

/** Writes overrides. Rows without any value lose theirs. */
export async function writeOverrides(
  tx: Tx,
  merchantId: number,
  overrides: readonly Override[],
): Promise<void> {
  const isSet = (row: Override) =>
    [row.safetyStock, row.leadTimeDays, row.coverDays].some((value) => value !== null)
  const removed = overrides.filter((row) => !isSet(row)).map((row) => row.variantId)
  if (removed.length > 0) {
    await tx
      .deleteFrom('variant_overrides')
      .where('merchant_id', '=', merchantId)
      .where(sql<SqlBool>`variant_id = any(${removed})`)
      .execute()
  }
  await bulkUpsert(tx, {
    table: 'variant_overrides',
    merchantId,
    key: ['variant_id'],
    rows: overrides.filter(isSet).map((row) => ({
      variant_id: row.variantId,
      safety_stock: row.safetyStock,
      lead_time_days: row.leadTimeDays,
      cover_days: row.coverDays,
    })),
  })
}

export interface OverrideChange {
  before: Override
  after: Override
}

/** Stores the change in place of the one before. Returns its id. */
export async function saveLatestChange(
  tx: Tx,
  args: { merchantId: number; at: Date; changes: readonly OverrideChange[] },
): Promise<number> {
  const { merchantId, at, changes } = args
  await tx.deleteFrom('override_changes').where('merchant_id', '=', merchantId).execute()
  const row = await tx
    .insertInto('override_changes')
    .values({
      merchant_id: merchantId,
      changed_at: at,
      variant_ids: changes.map(({ after }) => after.variantId),
      safety_stock_before: changes.map(({ before }) => before.safetyStock),
      lead_time_before: changes.map(({ before }) => before.leadTimeDays),
      safety_stock_after: changes.map(({ after }) => after.safetyStock),
      lead_time_after: changes.map(({ after }) => after.leadTimeDays),
      cover_days_before: changes.map(({ before }) => before.coverDays),
      cover_days_after: changes.map(({ after }) => after.coverDays),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Deletes the change, so that it is undone only once. */
export async function takeLatestChange(
  tx: Tx,
  key: { merchantId: number; changeId: number },
): Promise<OverrideChange[] | undefined> {
  const row = await tx
    .deleteFrom('override_changes')
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.changeId)
    .returningAll()
    .executeTakeFirst()
  // Arrays of bigint arrive as texts.
  return row?.variant_ids.map(Number).map((variantId, i) => ({
    before: {
      variantId,
      safetyStock: row.safety_stock_before[i] ?? null,
      leadTimeDays: row.lead_time_before[i] ?? null,
      coverDays: row.cover_days_before?.[i] ?? null,
    },
    after: {
      variantId,
      safetyStock: row.safety_stock_after[i] ?? null,
      leadTimeDays: row.lead_time_after[i] ?? null,
      coverDays: row.cover_days_after?.[i] ?? null,
    },
  }))
}
