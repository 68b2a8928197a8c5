import type { AppDatabase } from './app-database.ts'

/** Lets the planner count rows that were written in bulk. Call it outside transactions: it waits for others of its kind. */
export async function refreshStatistics(db: AppDatabase): Promise<void> {
  await db.pool.query('select refresh_statistics()')
}
