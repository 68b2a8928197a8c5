import type { AppDatabase } from './app-database.ts'

/**
 * Updates the planner's statistics after bulk writes. May be called often, outside transactions: the database
 * does the work for tables that grew much, otherwise once in ten minutes, and for one caller at a time.
 * Returns the tables analysed.
 */
export async function refreshStatistics(db: Pick<AppDatabase, 'pool'>): Promise<string[]> {
  const { rows } = await db.pool.query<{ tables: string[] }>('select refresh_stale_statistics() as tables')
  return rows[0]?.tables ?? []
}
