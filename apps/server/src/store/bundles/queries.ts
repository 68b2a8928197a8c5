import { sql } from 'kysely'
import type { DayKey, Tx, VariantsKey } from '../../kernel/database/app-database.ts'
import { merchantLock } from '../../kernel/database/merchant-lock.ts'
import type { Recipes } from './recipes.ts'

export type BundleKind = 'store' | 'virtual' | 'assembly'

/** A recipe that takes effect on a day; without parts, the variant is not a bundle from then on. */
export interface RecipeChange {
  bundleId: number
  kind: BundleKind
  makeDays: number
  parts: readonly { componentId: number; quantity: number }[]
  validFrom: string
}

/** A day before any sale. */
export const ALWAYS = '1970-01-01'

/** Allows one writer of a merchant's recipes at a time, so that two changes never close a cycle together. */
export const lockRecipes = merchantLock('recipes')

/** Returns the recipes of now and later, of all bundles. */
export async function listOpenRecipes(
  tx: Tx,
  key: DayKey,
): Promise<Map<number, { componentId: number; quantity: number; source: 'store' | 'own' }[]>> {
  const { rows } = await sql<{
    bundleId: number
    componentId: number
    quantity: number
    source: 'store' | 'own'
  }>`
    select bundle_id as "bundleId", component_id as "componentId", quantity, source from bundle_components
    where merchant_id = ${key.merchantId} and valid_until > ${key.today}
    order by bundle_id, component_id
  `.execute(tx)
  const recipes = new Map<number, { componentId: number; quantity: number; source: 'store' | 'own' }[]>()
  for (const { bundleId, ...part } of rows) {
    const parts = recipes.get(bundleId)
    if (parts) parts.push(part)
    else recipes.set(bundleId, [part])
  }
  return recipes satisfies Recipes
}

/** Returns the kind of each of these bundles. */
export async function findKinds(
  tx: Tx,
  key: { merchantId: number; bundleIds: readonly number[] },
): Promise<Map<number, BundleKind>> {
  const { rows } = await sql<{ bundleId: number; kind: BundleKind }>`
    select bundle_id as "bundleId", kind from bundles
    where merchant_id = ${key.merchantId} and bundle_id = any(${key.bundleIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map(({ bundleId, kind }) => [bundleId, kind]))
}

/** Returns the titles of these variants; one that the shop does not have has none. */
export async function findTitles(tx: Tx, key: VariantsKey): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; title: string }>`
    select variant_id as id, title from variants
    where merchant_id = ${key.merchantId} and variant_id = any(${key.variantIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Writes the merchant's own recipes, each from its day on. The former parts count until that day. */
export async function writeOwnRecipes(
  tx: Tx,
  merchantId: number,
  changes: readonly RecipeChange[],
): Promise<void> {
  const ids = changes.map(({ bundleId }) => bundleId)
  const days = changes.map(({ validFrom }) => validFrom)
  const meant = sql`unnest(${ids}::bigint[], ${days}::date[]) as meant (bundle_id, day)`
  await sql`
    delete from bundle_components c using ${meant}
    where c.merchant_id = ${merchantId} and c.bundle_id = meant.bundle_id and c.source = 'own'
      and c.valid_from >= meant.day
  `.execute(tx)
  await sql`
    update bundle_components c set valid_until = meant.day from ${meant}
    where c.merchant_id = ${merchantId} and c.bundle_id = meant.bundle_id and c.source = 'own'
      and c.valid_until > meant.day
  `.execute(tx)
  const parts = changes.flatMap(({ bundleId, parts: all, validFrom }) =>
    all.map((part) => ({ ...part, bundleId, validFrom })),
  )
  await sql`
    insert into bundle_components (merchant_id, bundle_id, component_id, quantity, valid_from, source, title)
    select ${merchantId}::bigint, p.bundle_id, p.component_id, p.quantity, p.valid_from, 'own', v.title
    from unnest(${parts.map((p) => p.bundleId)}::bigint[], ${parts.map((p) => p.componentId)}::bigint[],
      ${parts.map((p) => p.quantity)}::integer[], ${parts.map((p) => p.validFrom)}::date[])
      as p (bundle_id, component_id, quantity, valid_from)
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = p.component_id
  `.execute(tx)
  await writeKinds(tx, merchantId, changes)
}

async function writeKinds(tx: Tx, merchantId: number, changes: readonly RecipeChange[]): Promise<void> {
  await sql`
    delete from bundles where merchant_id = ${merchantId}
      and bundle_id = any(${changes.map(({ bundleId }) => bundleId)}::bigint[])
  `.execute(tx)
  const left = changes.filter(({ parts }) => parts.length > 0)
  await sql`
    insert into bundles (merchant_id, bundle_id, kind, make_days)
    select ${merchantId}::bigint, b.id, b.kind, b.make_days
    from unnest(${left.map((b) => b.bundleId)}::bigint[], ${left.map((b) => b.kind)}::text[],
      ${left.map((b) => b.makeDays)}::integer[]) as b (id, kind, make_days)
  `.execute(tx)
}

/**
 * Replaces the store's bundles; the merchant's own recipe for one of them ends on `today`. Returns the variants that became
 * bundles, are no longer bundles or have other parts.
 */
export async function replaceStoreRecipes(
  tx: Tx,
  args: {
    merchantId: number
    today: string
    bundles: readonly {
      variantId: number
      parts: readonly { variantId: number; quantity: number; title: string }[]
    }[]
  },
): Promise<number[]> {
  const { merchantId, today, bundles } = args
  const parts = bundles.flatMap(({ variantId: bundleId, parts: all }) =>
    all.map(({ variantId, quantity, title }) => ({ bundleId, variantId, quantity, title })),
  )
  const { rows } = await sql<{ id: number }>`
    with given as materialized (
      select * from unnest(${parts.map((p) => p.bundleId)}::bigint[], ${parts.map((p) => p.variantId)}::bigint[],
        ${parts.map((p) => p.quantity)}::integer[], ${parts.map((p) => p.title)}::text[])
        as g (bundle_id, component_id, quantity, title)
    ), gone as (
      delete from bundle_components c
      where c.merchant_id = ${merchantId} and c.source = 'store' and not exists (
        select from given g where g.bundle_id = c.bundle_id and g.component_id = c.component_id)
      returning c.bundle_id
    ), written as (
      insert into bundle_components as known (merchant_id, bundle_id, component_id, quantity, source, title)
      select ${merchantId}::bigint, g.bundle_id, g.component_id, g.quantity, 'store', g.title from given g
      on conflict (merchant_id, bundle_id, component_id, source, valid_from) do update
        set quantity = excluded.quantity, title = excluded.title
        where (known.quantity, known.title) <> (excluded.quantity, excluded.title)
      returning known.bundle_id
    )
    select bundle_id as id from gone union select bundle_id from written
  `.execute(tx)
  const changed = rows.map(({ id }) => id)
  if (changed.length === 0) return []
  const kept = bundles.map(({ variantId }) => variantId)
  await sql`
    delete from bundle_components where merchant_id = ${merchantId} and source = 'own'
      and bundle_id = any(${kept}::bigint[]) and valid_from >= ${today}
  `.execute(tx)
  await sql`
    update bundle_components set valid_until = ${today} where merchant_id = ${merchantId} and source = 'own'
      and bundle_id = any(${kept}::bigint[]) and valid_until > ${today}
  `.execute(tx)
  await sql`
    delete from bundles where merchant_id = ${merchantId} and kind = 'store' and bundle_id <> all(${kept}::bigint[])
  `.execute(tx)
  await sql`
    insert into bundles (merchant_id, bundle_id, kind) select ${merchantId}::bigint, id, 'store'
    from unnest(${kept}::bigint[]) as id
    on conflict (merchant_id, bundle_id) do update set kind = 'store', make_days = 0
  `.execute(tx)
  return changed
}

/** Returns the parts of these bundles at any level, now or at any time. */
export async function listPartsOf(
  tx: Tx,
  key: { merchantId: number; bundleIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select component_id as id from bundle_components
      where merchant_id = ${key.merchantId} and bundle_id = any(${key.bundleIds}::bigint[])
      union
      select c.component_id from below b
      join bundle_components c on c.merchant_id = ${key.merchantId} and c.bundle_id = b.id
    )
    select id from below
  `.execute(tx)
  return rows.map(({ id }) => id)
}
