import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedUrls, withEmbedded } from '../../../../tools/admin/installation.ts'
import { installPrograms, upgrade } from '../../../../tools/admin/upgrade.ts'
import { readConfig } from '../../../../tools/launch/config.ts'
import { prepareDataFolder } from '../../../../tools/launch/data-folder.ts'
import { DATABASE, databaseFolder } from '../../../../tools/launch/database.ts'
import { neutralEnvironment } from '../../../../tools/launch/neutral-environment.ts'
import { binariesIn } from '../../../../tools/postgres/binaries.ts'
import { createRolesAndDatabase } from '../../../../tools/postgres/roles.ts'
import { makeScratchFolder } from '../../../../tools/postgres/scratch-folder.ts'
import { startPostgres } from '../../../../tools/postgres/server.ts'
import { throwawaySettings } from '../../../../tools/postgres/settings.ts'
import { dumpSchema } from '../../../../tools/schema/dump-schema.ts'
import { migrate } from '../database/migrate.ts'
import { readAllRows } from '../testing/database-rows.ts'
import { fillWithOldRows } from '../testing/old-database.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const FORMER = 17

let folder: string
/** Undefined where the programs cannot be installed. */
let programs: string | undefined

beforeAll(() => {
  folder = makeScratchFolder()
  try {
    programs =
      process.env.STOCKCAST_TEST_POSTGRES_17 ?? installPrograms(FORMER, path.join(folder, 'programs'))
  } catch {
    process.stdout.write(`skipped: PostgreSQL ${FORMER} cannot be installed, so no upgrade was tested\n`)
  }
}, 600_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a cluster of PostgreSQL 17', () => {
  it('is refused at the start, and has the same rows and schema after the upgrade', async () => {
    if (programs === undefined) return
    const config = readConfig(root, {
      ...neutralEnvironment(process.env),
      DATA_DIR: path.join(folder, 'data'),
    })
    prepareDataFolder(config.dataDir)
    const settings = throwawaySettings
    const logFile = path.join(folder, 'former.log')
    const binaries = binariesIn(programs)
    const server = await startPostgres({
      dataDir: databaseFolder(config.dataDir),
      logFile,
      settings,
      binaries,
    })
    await createRolesAndDatabase(server.address, DATABASE)
    const { ownerUrl, readerUrl } = embeddedUrls(server.address, DATABASE)
    await fillWithOldRows({ ownerUrl, superuserUrl: readerUrl })
    await migrate(ownerUrl)
    const [rows, schema] = [await readAllRows(readerUrl), await dumpSchema(ownerUrl)]
    await server.stop()

    await expect(withEmbedded(config, async () => undefined)).rejects.toThrow(
      /is of PostgreSQL 17 and the installed programs are 18: run `npm run -s admin -- upgrade`/,
    )
    const upgraded = await upgrade(config, programs)
    expect(upgraded).toMatchObject({ from: FORMER, to: 18 })
    await withEmbedded(config, async (address) => {
      const urls = embeddedUrls(address, DATABASE)
      expect(await readAllRows(urls.readerUrl)).toEqual(rows)
      expect(await dumpSchema(urls.ownerUrl)).toBe(schema)
    })
    expect(existsSync(upgraded?.formerFolder ?? '')).toBe(true)
    expect(existsSync(path.join(config.dataDir, 'upgrade'))).toBe(false)
    expect(await upgrade(config, programs)).toBeUndefined()
  }, 600_000)
})
