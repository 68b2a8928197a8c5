import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../../apps/server/src/database/migrate.ts'
import { databaseUrl } from '../../../tools/postgres/address.ts'
import { createRolesAndDatabase, OWNER } from '../../../tools/postgres/roles.ts'
import { startPostgres } from '../../../tools/postgres/server.ts'
import { throwawaySettings } from '../../../tools/postgres/settings.ts'
import { TEMPLATE } from './test-database.ts'

const PREFIX = 'stockcast-test-'
const DAY_MS = 86_400_000

/** One PostgreSQL for the whole run, with one migrated database to copy from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeForgotten()
  const folder = mkdtempSync(path.join(os.tmpdir(), PREFIX))
  // Started by root, PostgreSQL runs as another user, who must be able to pass.
  chmodSync(folder, 0o711)
  const server = await startPostgres({
    dataDir: path.join(folder, 'postgres'),
    logFile: path.join(folder, 'postgres.log'),
    settings: throwawaySettings,
  })
  await createRolesAndDatabase(server.address, TEMPLATE)
  await migrate(databaseUrl(server.address, OWNER, TEMPLATE))
  project.provide('databaseAddress', server.address)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Folders of runs that were killed; a day old, so that no run of today loses its own. */
function removeForgotten(): void {
  for (const name of readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name)
    const found = name.startsWith(PREFIX) && statSync(folder, { throwIfNoEntry: false })
    if (found && found.mtimeMs < Date.now() - DAY_MS) rmSync(folder, { recursive: true, force: true })
  }
}
