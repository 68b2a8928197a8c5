import { sql } from 'kysely'
import type { Kernel } from '../kernel/kernel.ts'

/** Removes every count of a merchant's uses, for tests that send more than anybody may on a clock that stands still. */
export async function forgetUses(
  { db }: Pick<Kernel, 'db'>,
  { merchantId }: { merchantId: number },
): Promise<void> {
  await sql`delete from limit_counts where key like ${`%:${merchantId}`}`.execute(db.directory)
}
