import { rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../../apps/server/src/kernel/database/migrate.ts'
import { databaseUrl } from '../../../tools/postgres/address.ts'
import { createRolesAndDatabase, OWNER } from '../../../tools/postgres/roles.ts'
import { makeScratchFolder } from '../../../tools/postgres/scratch-folder.ts'
import { startPostgres } from '../../../tools/postgres/server.ts'
import { throwawaySettings } from '../../../tools/postgres/settings.ts'
import { setUpCluster } from './cluster-template.ts'
import { readNodes } from './nodes.ts'
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
