import pg from 'pg'
import { AppError } from '../errors.ts'
import { findCluster, requireCoordinator } from './cluster.ts'
import { MIGRATION_LOCK, pendingMigrations } from './migrate.ts'

const CONNECT_MS = 10_000
/** Its id is the number of the merchant. All other tables are colocated with it. */
const ROOT = 'merchants'

/**
 * Distributes the tables of merchants over the nodes of a Citus cluster, with their rows. `ownerUrl` connects to the
 * coordinator as the role that owns the tables, which are migrated. Returns the tables distributed now: none when it is
 * run again.
 */
export async function distribute(ownerUrl: string): Promise<{ distributed: string[] }> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const cluster = await findCluster(client)
    if (cluster === undefined) {
      throw new AppError(
        'precondition_failed',
        'This database is plain PostgreSQL, so nothing is distributed. A cluster has the extension citus on every node.',
      )
    }
    requireCoordinator(cluster)
    await requireMigrated(client)
    await prepareFunctions(client)
    const distributed = await inOrderOfReferences(client, cluster.undistributed)
    for (const table of distributed) await distributeTable(client, table)
    // The rows that were copied to other nodes are still on the coordinator.
    for (const table of distributed)
      await client.query('select truncate_local_data_after_distributing_table($1::text::regclass)', [table])
    await grantSequences(client)
    return { distributed }
  } finally {
    await client.end()
  }
}

async function requireMigrated(client: pg.Client): Promise<void> {
  const pending = await pendingMigrations(client)
  if (pending.length === 0) return
  throw new AppError(
    'precondition_failed',
    `These migrations are missing: ${pending.join(', ')}. Migrate the database first.`,
  )
}

/**
 * Statements that other nodes run need `to_units`, and know the merchant by what `set_tenant` sets. A generated column
 * needs `order_steps`.
 */
async function prepareFunctions(client: pg.Client): Promise<void> {
  await client.query(`select create_distributed_function('to_units(bigint)')`)
  await client.query(`select create_distributed_function('order_steps(jsonb)')`)
  await client.query(`alter function set_tenant(bigint) set citus.propagate_set_commands to 'local'`)
}

/** Returns these tables, each after those that its rows refer to. */
async function inOrderOfReferences(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent
     from pg_constraint where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`,
  )
  const sorted: string[] = []
  const visit = (table: string) => {
    if (sorted.includes(table)) return
    for (const { child, parent } of rows) if (child === table && tables.includes(parent)) visit(parent)
    sorted.push(table)
  }
  if (tables.includes(ROOT)) visit(ROOT)
  for (const table of tables) visit(table)
  return sorted
}

/** Distributes a table. Forced row-level security is off meanwhile: it would hide the rows from their owner, who copies them to their nodes. */
async function distributeTable(client: pg.Client, table: string): Promise<void> {
  const name = client.escapeIdentifier(table)
  const how = table === ROOT ? `'id'` : `'merchant_id', colocate_with => '${ROOT}'`
  await client.query('begin')
  try {
    await client.query(`set local citus.multi_shard_modify_mode to 'sequential'`)
    await client.query(`alter table ${name} no force row level security`)
    await client.query(`select create_distributed_table($1::text::regclass, ${how})`, [table])
    await client.query(`alter table ${name} force row level security`)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw new AppError('internal', `${table} was not distributed: ${(cause as Error).message}`, { cause })
  }
}

/** Citus writes `nextval` into the statements that it sends, which needs the right to use sequences. */
async function grantSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await client.query(`grant usage on sequence ${name} to stockcast_app`)
}
