import { mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseUrl } from './address.ts'
import { findPostmaster } from './postmaster.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { startPostgres } from './server.ts'
import { throwawaySettings } from './settings.ts'

let scratch: string
let home: string

beforeEach(() => {
  scratch = makeScratchFolder()
  home = path.join(scratch, 'home')
  mkdirSync(home, { mode: 0o700 })
})

afterEach(() => rmSync(scratch, { recursive: true, force: true }))

const start = () =>
  startPostgres({
    dataDir: path.join(home, 'postgres'),
    logFile: path.join(home, 'postgres.log'),
    settings: throwawaySettings,
  })

async function answer(address: Parameters<typeof databaseUrl>[0]): Promise<unknown> {
  const client = new Client({ connectionString: databaseUrl(address, 'postgres', 'postgres') })
  await client.connect()
  try {
    return (await client.query('select 1 as one')).rows
  } finally {
    await client.end()
  }
}

describe('a folder that only the one who starts may enter', () => {
  it('gets a database that serves, survives kill -9 and stops, whether root starts it or its owner', async () => {
    const server = await start()
    const dataDir = path.join(home, 'postgres')
    expect(await answer(server.address)).toEqual([{ one: 1 }])
    expect(statSync(dataDir).uid).toBe(process.getuid?.())

    const first = findPostmaster(dataDir)?.pid ?? 0
    expect(first).toBeGreaterThan(1)
    process.kill(first, 'SIGKILL')
    await expect
      .poll(() => findPostmaster(dataDir)?.isReady && findPostmaster(dataDir)?.pid !== first, {
        timeout: 30_000,
      })
      .toBe(true)
    expect(await answer(server.address)).toEqual([{ one: 1 }])

    await server.stop()
    expect(findPostmaster(dataDir)).toBeUndefined()
    const again = await start()
    expect(await answer(again.address)).toEqual([{ one: 1 }])
    await again.stop()
  }, 120_000)
})
