import type { Review, Shutdown, SupplierMinimum, SupplierQuery } from '@stockcast/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { merchantLock } from '../../kernel/database/merchant-lock.ts'
import { containing } from '../../kernel/database/search.ts'

export interface SupplierKey {
  merchantId: number
  supplierId: number
}

/** A supplier as stored, with its order days and its minimum as the wire has them. */
export interface StoredSupplier extends SupplierFields {
  id: number
  archivedAt: Date | null
  createdAt: Date
}

/** What a merchant enters about a supplier. */
export interface SupplierFields {
  name: string
  email: string | null
  /** More addresses that orders may go to. */
  otherEmails: string[]
  contactName: string
  address: string
  language: string
  currency: string
  statedLeadTimeDays: number | null
  worstLeadTimeDays: number | null
  review: Review
  coverDays: number | null
  minimum: SupplierMinimum
  shutdowns: Shutdown[]
  replacesRejected: boolean
}

const columns = [
  's.id',
  's.name',
  's.email',
  's.other_emails as otherEmails',
  's.contact_name as contactName',
  's.address',
  's.language',
  's.currency',
  's.stated_lead_time_days as statedLeadTimeDays',
  's.worst_lead_time_days as worstLeadTimeDays',
  's.review_kind',
  's.review_weekdays',
  's.review_weeks',
  's.review_from',
  's.cover_days as coverDays',
  's.minimum_kind',
  's.minimum_amount',
  's.shutdowns',
  's.replaces_rejected as replacesRejected',
  's.archived_at as archivedAt',
  's.created_at as createdAt',
] as const

function fromSuppliers(tx: Tx, merchantId: number) {
  return tx.selectFrom('suppliers as s').where('s.merchant_id', '=', merchantId)
}

function selectSuppliers(tx: Tx, merchantId: number) {
  return fromSuppliers(tx, merchantId).select(columns)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSuppliers>['execute']>>[number]

interface SupplierFilter {
  merchantId: number
  search: string
  status: NonNullable<SupplierQuery['status']>
}

/** Returns one page by name. */
export async function listSupplierPage(
  tx: Tx,
  filter: SupplierFilter & { limit: number; offset: number },
): Promise<StoredSupplier[]> {
  const rows = await selectSuppliers(tx, filter.merchantId)
    .where((e) => e.and(getConditions(filter)))
    .orderBy('s.name_key')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
  return rows.map(toSupplier)
}

export async function countSuppliers(tx: Tx, filter: SupplierFilter): Promise<number> {
  const row = await fromSuppliers(tx, filter.merchantId)
    .where((e) => e.and(getConditions(filter)))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

function getConditions({ search, status }: SupplierFilter): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  if (status !== 'all') {
    conditions.push(
      status === 'active' ? sql<SqlBool>`s.archived_at is null` : sql<SqlBool>`s.archived_at is not null`,
    )
  }
  if (search !== '') {
    const pattern = containing(search)
    conditions.push(
      sql<SqlBool>`(s.name_key like lower(${pattern}) or lower(s.email) like lower(${pattern})
        or lower(array_to_string(s.other_emails, ' ')) like lower(${pattern}))`,
    )
  }
  return conditions
}

/** Returns all suppliers by name. */
export async function listSuppliersByName(tx: Tx, merchantId: number): Promise<StoredSupplier[]> {
  const rows = await selectSuppliers(tx, merchantId).orderBy('s.name_key').execute()
  return rows.map(toSupplier)
}

export async function findSupplier(
  tx: Tx,
  { merchantId, supplierId }: SupplierKey,
  lock: 'for update' | 'no lock' = 'no lock',
): Promise<StoredSupplier | undefined> {
  const query = selectSuppliers(tx, merchantId).where('s.id', '=', supplierId)
  const row = await (lock === 'for update' ? query.forUpdate() : query).executeTakeFirst()
  return row && toSupplier(row)
}

/** Returns those of these suppliers that exist, and keeps them until the transaction ends. */
export async function holdSuppliers(
  tx: Tx,
  { merchantId, supplierIds }: { merchantId: number; supplierIds: readonly number[] },
): Promise<StoredSupplier[]> {
  const rows = await selectSuppliers(tx, merchantId)
    .where(sql<SqlBool>`s.id = any(${supplierIds})`)
    .orderBy('s.id')
    .forKeyShare()
    .execute()
  return rows.map(toSupplier)
}

/** Allows one change of suppliers and of what they sell per merchant at a time, until the transaction ends. */
export const lockSuppliers = merchantLock('suppliers')

/** Returns the supplier with this name, whatever its case; archived ones too. */
export async function findSupplierByName(
  tx: Tx,
  { merchantId, name }: { merchantId: number; name: string },
): Promise<{ id: number; isArchived: boolean } | undefined> {
  return fromSuppliers(tx, merchantId)
    .select(['s.id', sql<boolean>`s.archived_at is not null`.as('isArchived')])
    .where(sql<SqlBool>`s.name_key = lower(${name})`)
    .executeTakeFirst()
}

export async function insertSupplier(
  tx: Tx,
  { merchantId, fields, at }: { merchantId: number; fields: SupplierFields; at: Date },
): Promise<number> {
  const row = await tx
    .insertInto('suppliers')
    .values({ merchant_id: merchantId, ...getValues(fields), created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateSupplier(
  tx: Tx,
  key: SupplierKey,
  { fields, at }: { fields: SupplierFields; at: Date },
): Promise<void> {
  await tx
    .updateTable('suppliers')
    .set({ ...getValues(fields), updated_at: at })
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.supplierId)
    .execute()
}

/** Archives a supplier, or restores it if `archivedAt` is null; returns false if that changes nothing. */
export async function setArchived(
  tx: Tx,
  key: SupplierKey,
  { archivedAt, at }: { archivedAt: Date | null; at: Date },
): Promise<boolean> {
  const changed = await tx
    .updateTable('suppliers')
    .set({ archived_at: archivedAt, updated_at: at })
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.supplierId)
    .where('archived_at', archivedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Returns how many products each of these suppliers sells; suppliers without any are left out. */
export async function countItems(
  tx: Tx,
  { merchantId, supplierIds }: { merchantId: number; supplierIds: readonly number[] },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ supplierId: number; items: number }>`
    select supplier_id as "supplierId", count(*) as items from supplier_variants
    where merchant_id = ${merchantId} and supplier_id = any(${supplierIds}) group by supplier_id
  `.execute(tx)
  return new Map(rows.map(({ supplierId, items }) => [supplierId, items]))
}

/** Returns the variants that these suppliers sell. */
export async function listVariantsOfSuppliers(
  tx: Tx,
  { merchantId, supplierIds }: { merchantId: number; supplierIds: readonly number[] },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('supplier_variants')
    .select('variant_id')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where(sql<SqlBool>`supplier_id = any(${supplierIds})`)
    .execute()
  return rows.map((row) => row.variant_id)
}

function getValues(fields: SupplierFields) {
  const { review, minimum } = fields
  return {
    name: fields.name,
    email: fields.email,
    other_emails: fields.otherEmails,
    contact_name: fields.contactName,
    address: fields.address,
    language: fields.language,
    currency: fields.currency,
    stated_lead_time_days: fields.statedLeadTimeDays,
    worst_lead_time_days: fields.worstLeadTimeDays,
    review_kind: review.kind,
    review_weekdays: review.kind === 'weekdays' ? review.weekdays : null,
    review_weeks: review.kind === 'weeks' ? review.weeks : null,
    review_from: review.kind === 'weeks' ? review.from : null,
    cover_days: fields.coverDays,
    minimum_kind: minimum.kind,
    minimum_amount: getAmount(minimum),
    shutdowns: JSON.stringify(fields.shutdowns),
    replaces_rejected: fields.replacesRejected,
  }
}

function getAmount(minimum: SupplierMinimum): number | null {
  if (minimum.kind === 'none') return null
  return minimum.kind === 'value' ? minimum.amountMinor : minimum.units
}

function toSupplier(row: Row): StoredSupplier {
  const { review_kind, review_weekdays, review_weeks, review_from, minimum_kind, minimum_amount, ...same } =
    row
  return { ...same, review: getReview(row), minimum: getMinimum(row) }
}

function getReview({ review_kind, review_weekdays, review_weeks, review_from }: Row): Review {
  if (review_kind === 'weekdays') return { kind: 'weekdays', weekdays: review_weekdays ?? [] }
  if (review_kind === 'weeks') return { kind: 'weeks', weeks: review_weeks ?? 1, from: review_from ?? '' }
  return { kind: 'any_day' }
}

export function getMinimum({
  minimum_kind,
  minimum_amount,
}: Pick<Row, 'minimum_kind' | 'minimum_amount'>): SupplierMinimum {
  if (minimum_kind === 'value') return { kind: 'value', amountMinor: minimum_amount ?? 0 }
  if (minimum_kind === 'units') return { kind: 'units', units: minimum_amount ?? 0 }
  return { kind: 'none' }
}
