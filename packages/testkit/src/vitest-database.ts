import { rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { distribute } from '../../../apps/server/src/kernel/database/distribute.ts'
import { migrate } from '../../../apps/server/src/kernel/database/migrate.ts'
import { type DatabaseAddress, databaseUrl } from '../../../tools/postgres/address.ts'
import { createRolesAndDatabase, OWNER, SUPERUSER } from '../../../tools/postgres/roles.ts'
import { makeScratchFolder } from '../../../tools/postgres/scratch-folder.ts'
import { startPostgres } from '../../../tools/postgres/server.ts'
import { throwawaySettings } from '../../../tools/postgres/settings.ts'
import { listNotes, NOTES_FILE } from './many-shards.ts'
import { asSuperuser, joinNodes, onEach, readNodes } from './nodes.ts'
import { TEMPLATE } from './test-database.ts'

/**
 * Starts one PostgreSQL for the whole run, with one migrated database to copy from. With STOCKCAST_TEST_NODES the tests
 * run on that cluster instead, on a template that is distributed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const nodes = readNodes(process.env)
  if (nodes.length > 0) {
    project.provide('databaseNodes', nodes)
    return setUpCluster(nodes)
  }
  process.stdout.write('Tests of a cluster (STOCKCAST_TEST_NODES): skipped, no cluster.\n')
  const folder = makeScratchFolder()
  const server = await startPostgres({
    dataDir: path.join(folder, 'postgres'),
    logFile: path.join(folder, 'postgres.log'),
    settings: throwawaySettings,
  })
  await createRolesAndDatabase(server.address, TEMPLATE)
  await migrate(databaseUrl(server.address, OWNER, TEMPLATE))
  project.provide('databaseNodes', [server.address])
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Makes the template on these nodes, the coordinator first: migrated, then distributed by the product's own command. What
 * it returns runs after all tests; it fails when a statement of the app touched several shards.
 */
async function setUpCluster(nodes: readonly DatabaseAddress[]): Promise<() => Promise<void>> {
  const [coordinator, ...workers] = nodes
  if (coordinator === undefined || workers.length === 0)
    throw new Error('STOCKCAST_TEST_NODES names a coordinator and at least one worker, separated by commas.')
  await dropTemplate(nodes)
  for (const node of nodes) await createRolesAndDatabase(node, TEMPLATE)
  await joinNodes(nodes, TEMPLATE)
  await asSuperuser(databaseUrl(coordinator, SUPERUSER, TEMPLATE), [
    `alter role stockcast_app set citus.multi_task_query_log_level to 'notice'`,
  ])
  const ownerUrl = databaseUrl(coordinator, OWNER, TEMPLATE)
  await migrate(ownerUrl)
  await distribute(ownerUrl)
  // A template with a session cannot be copied, and Citus keeps one in every database that allows it.
  await onEach(nodes, `alter database ${TEMPLATE} allow_connections false`)
  await onEach(nodes, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TEMPLATE}'`)
  rmSync(NOTES_FILE, { force: true })
  return async () => {
    await dropTemplate(nodes)
    const found = listNotes()
    const lines = found.map(({ place, statement }) => `  ${place}: ${statement}\n`)
    process.stdout.write(
      `Statements of the app that touched several shards: ${found.length}.\n${lines.join('')}`,
    )
    if (found.length > 0) process.exitCode = 1
  }
}

async function dropTemplate(nodes: readonly DatabaseAddress[]): Promise<void> {
  await onEach(nodes, `drop database if exists ${TEMPLATE} with (force)`)
}
