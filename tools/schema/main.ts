import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '../../apps/server/src/kernel/database/migrate.ts'
import { databaseUrl } from '../postgres/address.ts'
import { createRolesAndDatabase, OWNER } from '../postgres/roles.ts'
import { makeScratchFolder } from '../postgres/scratch-folder.ts'
import { startPostgres } from '../postgres/server.ts'
import { throwawaySettings } from '../postgres/settings.ts'
import { dumpSchema } from './dump-schema.ts'
import { schemaFile, tablesFile, tableTypes } from './table-types.ts'

const folder = makeScratchFolder()
const server = await startPostgres({
  dataDir: path.join(folder, 'postgres'),
  logFile: path.join(folder, 'postgres.log'),
  settings: throwawaySettings,
})
try {
  await createRolesAndDatabase(server.address, 'stockcast')
  const url = databaseUrl(server.address, OWNER, 'stockcast')
  await migrate(url)
  writeFileSync(schemaFile, await dumpSchema(url))
  writeFileSync(tablesFile, await tableTypes(url))
  for (const file of [schemaFile, tablesFile]) console.log(`Wrote ${path.relative(process.cwd(), file)}`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
