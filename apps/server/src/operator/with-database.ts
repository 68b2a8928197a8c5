import { type AppDatabase, openDatabase } from '../kernel/database/app-database.ts'
import { assertTenantIsolation } from '../kernel/database/guard.ts'

/** Opens the database as the app's role for `work`; refuses a role that row-level security does not bind. */
export async function withDatabase<Result>(
  databaseUrl: string,
  work: (db: AppDatabase) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(databaseUrl, { poolSize: 2, onError: () => undefined })
  try {
    await assertTenantIsolation(db.pool)
    return await work(db)
  } finally {
    await db.close()
  }
}
