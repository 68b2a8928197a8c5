import type { ForecastOverrideRequest, OverrideKind, OverrideScope } from '@stockcast/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { bulkUpsert } from '../../kernel/database/bulk-upsert.ts'
import { merchantLock } from '../../kernel/database/merchant-lock.ts'
import { groupKey, tagKeys } from '../../kernel/database/product-groups.ts'
import type { StoredChanges } from './changed-demand.ts'

export interface OverrideKey {
  merchantId: number
  overrideId: number
}

/** Allows one change of a merchant's overrides at a time, until the transaction ends. */
export const lockOverrides = merchantLock('forecast_overrides')

/** A product of a scope with its forecast before any change. */
export interface ScopeVariant {
  variantId: number
  basis: string
  distribution: number[]
  /** Epoch day. */
  origin: number
  dayRatios: StoredChanges['dayRatios']
  events: StoredChanges['events']
}

/** `kept`: the products that an override has. */
export type Scope = ForecastOverrideRequest['scope'] | { kind: 'kept'; overrideId: number }

const PER_READ = 250

/** Yields the products of a scope that are on sale and have a forecast, in parts, by variant. */
export async function* readScope(
  tx: Tx,
  { merchantId, scope }: { merchantId: number; scope: Scope },
): AsyncGenerator<ScopeVariant[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<ScopeVariant>`
      select v.variant_id as "variantId", f.basis, f.distribution, f.origin - date '1970-01-01' as origin,
        f.evidence -> 'dayRatios' as "dayRatios", f.evidence -> 'events' as events
      from variants v
      join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
      join forecasts f on f.merchant_id = ${merchantId} and f.variant_id = v.variant_id
      where v.merchant_id = ${merchantId} and v.variant_id > ${after} and ${isIn(merchantId, scope)}
        and p.status not in ('archived', 'draft') and not p.is_gift_card
      order by v.variant_id limit ${PER_READ}
    `.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < PER_READ) return
    after = rows.at(-1)!.variantId
  }
}

function isIn(merchantId: number, scope: Scope): RawBuilder<SqlBool> {
  switch (scope.kind) {
    case 'product':
      return sql`v.variant_id = ${scope.variantId}`
    case 'supplier':
      return sql`exists (select from supplier_variants i
        where i.merchant_id = ${merchantId} and i.variant_id = v.variant_id and i.supplier_id = ${scope.supplierId} and i.rank = 1)`
    case 'kept':
      return sql`exists (select from forecast_override_variants k
        where k.merchant_id = ${merchantId} and k.override_id = ${scope.overrideId} and k.variant_id = v.variant_id
          and not k.is_part)`
    case 'vendor':
      return sql`lower(btrim(p.vendor)) = lower(btrim(${scope.vendor}::text))`
    case 'tag':
      return sql`${groupKey(scope.tag)} = any(${tagKeys})`
    case 'collection':
      return sql`${scope.collectionId}::bigint = any(p.collection_ids)`
  }
}

/** Returns the name of a product, supplier or collection; undefined if there is none such. */
export async function findName(
  tx: Tx,
  { merchantId, of, id }: { merchantId: number; of: 'product' | 'supplier' | 'collection'; id: number },
): Promise<string | undefined> {
  const from = {
    product: sql`title as name from variants v where variant_id`,
    supplier: sql`name from suppliers v where id`,
    collection: sql`title as name from collections v where collection_id`,
  }[of]
  const { rows } = await sql<{ name: string }>`
    select ${from} = ${id} and v.merchant_id = ${merchantId}
  `.execute(tx)
  return rows[0]?.name
}

export interface NewOverride {
  scope: OverrideScope
  scopeName: string
  kind: OverrideKind
  amount: number
  likeVariantId: number | null
  likeName: string | null
  from: string
  to: string
  reason: string
  author: string
  at: Date
  /** The one that it takes the place of. */
  replaces: number | null
  weights: readonly number[]
  variants: readonly { variantId: number; amount: number; baselineUnits: number; changedUnits: number }[]
  /** The parts of bundles among them, with the units a day that are added. */
  parts: readonly { variantId: number; amount: number }[]
}

/** Adds an override with its products. Returns its id. */
export async function insertOverride(tx: Tx, merchantId: number, added: NewOverride): Promise<number> {
  const { parts, variants } = added
  const sum = (of: 'baselineUnits' | 'changedUnits') => variants.reduce((total, one) => total + one[of], 0)
  const { id } = await tx
    .insertInto('forecast_overrides')
    .values({
      merchant_id: merchantId,
      scope: added.scope,
      scope_name: added.scopeName,
      kind: added.kind,
      amount: added.amount,
      like_variant_id: added.likeVariantId,
      like_name: added.likeName,
      starts_on: added.from,
      ends_on: added.to,
      reason: added.reason,
      author: added.author,
      created_at: added.at,
      replaces: added.replaces,
      products: variants.length,
      weights: [...added.weights],
      baseline_units: sum('baselineUnits'),
      changed_units: sum('changedUnits'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await bulkUpsert(tx, {
    table: 'forecast_override_variants',
    merchantId,
    key: ['override_id', 'variant_id'],
    rows: [
      ...variants.map((one) => ({ ...one, isPart: false })),
      ...parts.map((one) => ({ ...one, baselineUnits: 0, changedUnits: 0, isPart: true })),
    ].map(({ variantId, amount, baselineUnits, changedUnits, isPart }) => ({
      override_id: id,
      variant_id: variantId,
      amount,
      baseline_units: baselineUnits,
      changed_units: changedUnits,
      is_part: isPart,
    })),
  })
  return id
}

/** Removes an override, or with null puts it back. Returns the products that it concerns; undefined if there is none such. */
export async function setRemoved(
  tx: Tx,
  { merchantId, overrideId }: OverrideKey,
  at: Date | null,
): Promise<{ words: OverrideWords; variantIds: number[] } | undefined> {
  const words = await tx
    .updateTable('forecast_overrides')
    .set({ removed_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', overrideId)
    .where('removed_at', at === null ? 'is not' : 'is', null)
    .returning([
      'scope_name as scopeName',
      'kind',
      'amount',
      'like_name as likeName',
      'starts_on as from',
      'ends_on as to',
    ])
    .executeTakeFirst()
  if (!words) return undefined
  const rows = await tx
    .selectFrom('forecast_override_variants')
    .select('variant_id')
    .where('merchant_id', '=', merchantId)
    .where('override_id', '=', overrideId)
    .execute()
  return { words, variantIds: rows.map((row) => row.variant_id) }
}

/** Returns the overrides that took the place of this one and count now. */
export async function listReplacements(tx: Tx, { merchantId, overrideId }: OverrideKey): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive later as (
      select id, removed_at from forecast_overrides where merchant_id = ${merchantId} and replaces = ${overrideId}
      union
      select o.id, o.removed_at from forecast_overrides o join later on o.replaces = later.id
      where o.merchant_id = ${merchantId}
    )
    select id from later where removed_at is null
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export async function updateReason(
  tx: Tx,
  { merchantId, overrideId }: OverrideKey,
  reason: string,
): Promise<void> {
  await tx
    .updateTable('forecast_overrides')
    .set({ reason })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', overrideId)
    .execute()
}

/** What the activity log says of an override. */
export type OverrideWords = Pick<NewOverride, 'scopeName' | 'kind' | 'amount' | 'likeName' | 'from' | 'to'>
