import { queryDatabase, testNodes } from '@stockcast/testkit'
import { databaseUrl } from '../../../../tools/postgres/address.ts'
import { SUPERUSER } from '../../../../tools/postgres/roles.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Returns how many statements on the kernel's database wait for a lock of a row or table, on all nodes of a cluster. */
export async function countLockWaits({ db }: Pick<Kernel, 'db'>): Promise<number> {
  const { rows } = await db.pool.query<{ name: string }>('select current_database() as name')
  const counts = await Promise.all(
    testNodes().map(async (node) => {
      const [found] = await queryDatabase<{ count: number }>(
        databaseUrl(node, SUPERUSER, rows[0]!.name),
        `select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return found!.count
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
