import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

export interface AppliedMigration {
  name: string
  /** The migration that a program must know to run after this one; null if any earlier program can. */
  needs: string | null
}

/** Lists the migrations that were applied. */
export async function listAppliedMigrations(directory: Kysely<Tables>): Promise<AppliedMigration[]> {
  return directory.selectFrom('schema_migrations').select(['name', 'needs']).orderBy('name').execute()
}

/** Counts the queues; throws when the queue's tables do not answer. */
export async function countQueues(directory: Kysely<Tables>): Promise<number> {
  const rows = await sql<{ queues: number }>`select count(*) as queues from jobs.queue`.execute(directory)
  return rows.rows[0]!.queues
}

/** Returns mails that will not be sent any more, counted by kind and reason. */
export async function listMailFailures(
  directory: Kysely<Tables>,
): Promise<{ kind: string; outcome: string; count: number }[]> {
  return directory.selectFrom('mail_failures').select(['kind', 'outcome', 'count']).execute()
}

/** Counts customers of deleted accounts that the payment provider has not deleted yet. */
export async function countClosings(directory: Kysely<Tables>): Promise<number> {
  const rows = await sql<{ open: number }>`select count(*) as open from billing_closings`.execute(directory)
  return rows.rows[0]!.open
}
