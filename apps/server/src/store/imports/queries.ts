import type { Import, ImportFault, ImportKind, ImportTotals, LeftOut } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Tables } from '../../kernel/database/tables.ts'
import { deleteUploads } from './upload-queries.ts'

export interface ImportKey {
  merchantId: number
  importId: number
}

export interface ImportReport extends Pick<Import, 'headHash' | 'columns'> {
  preview: Import['preview']
  totals: ImportTotals
  faults: ImportFault[]
  leftOut: LeftOut
}

export type ImportRow = Omit<
  Tables['imports'],
  'id' | 'is_for_store' | 'bytes_read' | 'attempts' | 'report' | 'faults_total'
> & {
  id: number
  is_for_store: boolean
  bytes_read: number
  attempts: number
  report: Partial<ImportReport>
  faults_total: number
}

export async function insertImport(
  tx: Tx,
  row: {
    merchantId: number
    kind: ImportKind
    fileName: string
    storedAs: string
    timeZone: string | null
    currency: string | null
    bytes: number
    at: Date
  },
): Promise<number> {
  const inserted = await tx
    .insertInto('imports')
    .values({
      merchant_id: row.merchantId,
      kind: row.kind,
      status: 'uploaded',
      file_name: row.fileName,
      stored_as: row.storedAs,
      time_zone: row.timeZone,
      currency: row.currency,
      bytes: row.bytes,
      report: '{}',
      created_at: row.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

/** Removes imports that were never applied, and their files. */
export async function deleteOpenImports(tx: Tx, merchantId: number): Promise<void> {
  const rows = await tx
    .deleteFrom('imports')
    .where('merchant_id', '=', merchantId)
    .where('status', 'not in', ['applying', 'applied'])
    .returning('stored_as')
    .execute()
  await deleteUploads(tx, { merchantId, uploadIds: rows.map((row) => row.stored_as) })
}

/** Removes the oldest imports beyond the number to keep. */
export async function deleteOldImports(tx: Tx, merchantId: number, kept: number): Promise<void> {
  await sql`
    delete from imports
    where merchant_id = ${merchantId} and status = 'applied' and id <= (
      select id from imports where merchant_id = ${merchantId} order by id desc offset ${kept - 1} limit 1)
  `.execute(tx)
}

/** Counts files of the merchant that wait to be written. */
export async function countWaitingImports(tx: Tx, merchantId: number): Promise<number> {
  const row = await tx
    .selectFrom('imports')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'applying')
    .executeTakeFirstOrThrow()
  return row.count
}

export async function findImport(
  tx: Tx,
  key: ImportKey,
  lock: 'for update' | 'no lock' = 'no lock',
): Promise<ImportRow | undefined> {
  const query = tx
    .selectFrom('imports')
    .selectAll()
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.importId)
  const row = await (lock === 'for update' ? query.forUpdate() : query).executeTakeFirst()
  return row as ImportRow | undefined
}

/** Returns the latest import; undefined when there is none. */
export async function findLatestImportId(tx: Tx, merchantId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('imports')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

type Changes = Partial<{
  status: Import['status']
  bytesRead: number
  attempts: number
  isForStore: boolean
  layout: string | null
  encoding: string | null
  report: ImportReport
  faultsTotal: number
  message: string | null
  finishedAt: Date
}>

/** Changes an import that is in the expected state; false when it is not. */
export async function updateImport(
  tx: Tx,
  key: ImportKey,
  from: Import['status'],
  changes: Changes,
): Promise<boolean> {
  const { bytesRead, isForStore, report, faultsTotal, finishedAt, ...others } = changes
  // What is undefined is not set.
  const updated = await tx
    .updateTable('imports')
    .set({
      ...others,
      bytes_read: bytesRead,
      is_for_store: isForStore,
      report: report && JSON.stringify(report),
      faults_total: faultsTotal,
      finished_at: finishedAt,
    })
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.importId)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
