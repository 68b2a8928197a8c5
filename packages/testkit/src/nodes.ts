import { type DatabaseAddress, databaseUrl } from '../../../tools/postgres/address.ts'
import { SUPERUSER } from '../../../tools/postgres/roles.ts'
import { queryDatabase } from './query-database.ts'

/**
 * Returns the nodes of the cluster that STOCKCAST_TEST_NODES names, the coordinator first, such as
 * `127.0.0.1:15500,127.0.0.1:15501,127.0.0.1:15502`; none when it is not set.
 */
export function readNodes(env: NodeJS.ProcessEnv): DatabaseAddress[] {
  const given = (env.STOCKCAST_TEST_NODES ?? '').split(',').filter((each) => each !== '')
  return given.map((each) => {
    const { hostname, port } = new URL(`postgresql://${each}`)
    return { host: hostname, port: Number(port || 5432) }
  })
}

/** Runs a statement as superuser in the database `postgres` of each of these nodes. */
export async function onEach(nodes: readonly DatabaseAddress[], statement: string): Promise<void> {
  await Promise.all(nodes.map((node) => asSuperuser(databaseUrl(node, SUPERUSER, 'postgres'), [statement])))
}

export async function asSuperuser(url: string, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await queryDatabase(url, statement)
}

/** Creates a cluster of these nodes, the coordinator first, for one database that each of them has. */
export async function joinNodes(nodes: readonly DatabaseAddress[], database: string): Promise<void> {
  const [coordinator, ...workers] = nodes
  if (coordinator === undefined) throw new Error('A cluster has a coordinator.')
  for (const node of nodes)
    await asSuperuser(databaseUrl(node, SUPERUSER, database), ['create extension citus'])
  await asSuperuser(databaseUrl(coordinator, SUPERUSER, database), [
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  ])
}
