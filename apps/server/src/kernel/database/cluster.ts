import type pg from 'pg'
import { AppError } from '../errors.ts'

/**
 * The last number of a node whose ids are exact as numbers: the nth node makes ids from n times 2^48 on, and numbers are
 * exact below 2^53.
 */
const LAST_GROUP = 31

const CLUSTER = `
  select citus_is_coordinator() as "isCoordinator", (select max(groupid) from pg_dist_node) as "lastGroup",
    array(
      select c.relname::text from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
        and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
      order by c.relname
    ) as "undistributed"`

interface Cluster {
  isCoordinator: boolean
  lastGroup: number | null
  /** Tables with row-level security, so with rows of merchants, that are on the coordinator alone. */
  undistributed: string[]
}

/** Returns what the database knows of its cluster; undefined for plain PostgreSQL. */
export async function findCluster(client: Pick<pg.ClientBase, 'query'>): Promise<Cluster | undefined> {
  const known = await client.query("select 1 from pg_extension where extname = 'citus'")
  if (!known.rowCount) return undefined
  return (await client.query<Cluster>(CLUSTER)).rows[0]
}

/** Refuses a node of a cluster that is not the coordinator, and one whose ids would not be exact. */
export function requireCoordinator({ isCoordinator, lastGroup }: Cluster): void {
  if (!isCoordinator) {
    throw new AppError(
      'precondition_failed',
      'This node is a worker of a Citus cluster. Connect to the coordinator, which holds the accounts and the locks.',
    )
  }
  if (lastGroup !== null && lastGroup > LAST_GROUP) {
    throw new AppError(
      'precondition_failed',
      `The cluster has a node with the group ${lastGroup}, whose ids would be too large: groups go up to ${LAST_GROUP}.`,
    )
  }
}

/** Refuses to start on a cluster whose tables are not distributed, or on one of its workers. */
export async function assertDistributed(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    const cluster = await findCluster(client)
    if (cluster === undefined) return
    requireCoordinator(cluster)
    if (cluster.undistributed.length > 0) {
      throw new AppError(
        'precondition_failed',
        `These tables are not distributed: ${cluster.undistributed.join(', ')}. Run \`npm run -s admin -- distribute\`.`,
      )
    }
  } finally {
    client.release()
  }
}
