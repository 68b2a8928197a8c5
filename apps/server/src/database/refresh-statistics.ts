import type { AppDatabase } from './app-database.ts'

/**
 * Lets the planner count rows that were written in bulk. Call it outside transactions, as often as you like: the database
 * does it for tables that grew much, else once in ten minutes, and for one caller at a time. Returns the tables analysed.
 */
export async function refreshStatistics(db: Pick<AppDatabase, 'pool'>): Promise<string[]> {
  const { rows } = await db.pool.query<{ tables: string[] }>('select refresh_stale_statistics() as tables')
  return rows[0]?.tables ?? []
}
