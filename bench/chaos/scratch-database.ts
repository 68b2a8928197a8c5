import { rmSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { createTestKernel, type TestKernel } from '../../apps/server/src/testing/index.ts'
import { databaseUrl } from '../../tools/postgres/address.ts'
import { APP, createRolesAndDatabase, OWNER } from '../../tools/postgres/roles.ts'
import { makeScratchFolder } from '../../tools/postgres/scratch-folder.ts'
import { startPostgres } from '../../tools/postgres/server.ts'
import { throwawaySettings } from '../../tools/postgres/settings.ts'

const DATABASE = 'billing'

/** Runs `work` with a kernel on a new migrated database, which is removed afterwards. */
export async function withScratchKernel(work: (kernel: TestKernel) => Promise<void>): Promise<void> {
  const folder = makeScratchFolder()
  const server = await startPostgres({
    dataDir: path.join(folder, 'postgres'),
    logFile: path.join(folder, 'postgres.log'),
    settings: throwawaySettings,
  })
  try {
    await createRolesAndDatabase(server.address, DATABASE)
    await migrate(databaseUrl(server.address, OWNER, DATABASE))
    const database = { appUrl: databaseUrl(server.address, APP, DATABASE) }
    const kernel = await createTestKernel({ database, env: { DATABASE_POOL_SIZE: '12' } })
    try {
      await work(kernel)
    } finally {
      await kernel.close()
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
