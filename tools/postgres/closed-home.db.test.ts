import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { queryDatabase } from '@stockcast/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseUrl } from './address.ts'
import { findPostmaster } from './postmaster.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { type PostgresOptions, startPostgres } from './server.ts'
import { throwawaySettings } from './settings.ts'

let scratch: string
let home: string

beforeEach(() => {
  scratch = makeScratchFolder()
  home = path.join(scratch, 'home')
  mkdirSync(home, { mode: 0o700 })
})

afterEach(() => rmSync(scratch, { recursive: true, force: true }))

const start = (more: Partial<PostgresOptions> = {}) =>
  startPostgres({
    dataDir: path.join(home, 'postgres'),
    logFile: path.join(home, 'postgres.log'),
    settings: throwawaySettings,
    ...more,
  })

const answer = (address: Parameters<typeof databaseUrl>[0]) =>
  queryDatabase(databaseUrl(address, 'postgres', 'postgres'), 'select 1 as one')

it('a folder that only its owner may enter gets a database that serves, survives kill -9 and stops, whether root starts it or its owner', async () => {
  const server = await start()
  const dataDir = path.join(home, 'postgres')
  expect(await answer(server.address)).toEqual([{ one: 1 }])
  expect(statSync(dataDir).uid).toBe(process.getuid?.())

  const first = findPostmaster(dataDir)?.pid ?? 0
  expect(first).toBeGreaterThan(1)
  process.kill(first, 'SIGKILL')
  await expect
    .poll(
      () => {
        const found = findPostmaster(dataDir)
        return found?.isReady && found.pid !== first
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  expect(await answer(server.address)).toEqual([{ one: 1 }])

  await server.stop()
  expect(findPostmaster(dataDir)).toBeUndefined()
  const again = await start()
  expect(await answer(again.address)).toEqual([{ one: 1 }])
  await again.stop()
}, 120_000)

describe('startPostgres in such a folder, without user namespaces,', () => {
  // Other users run PostgreSQL under their own account in this folder.
  const isRoot = process.getuid?.() === 0
  /** Returns why the server did not start; null if it did. */
  const refusal = (options: Partial<PostgresOptions>) =>
    start(options).then(
      async (server) => {
        await server.stop()
        return null
      },
      (problem: Error) => problem.message,
    )

  const place = () => ({ openFolder: path.join(scratch, 'open'), mayMakeNamespace: () => false })

  it('keeps programs and cluster in the open folder, reports it, and finds them there again', async () => {
    const told: string[] = []
    const begin = () => start({ place: place(), onElsewhere: (folder) => told.push(folder) })
    const first = await begin()
    expect(await answer(first.address)).toEqual([{ one: 1 }])
    expect(told).toEqual(isRoot ? [first.dataDir] : [])
    expect(first.dataDir.startsWith(`${place().openFolder}/`)).toBe(isRoot)
    expect(statSync(first.dataDir).uid).toBeGreaterThan(0)
    expect(existsSync(path.join(home, 'postgres'))).toBe(!isRoot)
    await first.stop()

    // The cluster stays there even if the folder is opened or namespaces become available.
    chmodSync(home, 0o755)
    const again = await start({ place: { openFolder: place().openFolder } })
    expect(again.dataDir).toBe(first.dataDir)
    expect(await answer(again.address)).toEqual([{ one: 1 }])
    await again.stop()
    expect(isRoot ? readdirSync(place().openFolder) : ['programs', 'cluster']).toHaveLength(2)
  }, 120_000)

  it('leaves an existing cluster in the closed folder', async () => {
    const before = await start()
    await before.stop()
    expect(await refusal({ place: place() })).toEqual(isRoot ? expect.stringContaining('PostgreSQL') : null)
    expect(existsSync(place().openFolder)).toBe(false)
  }, 120_000)

  it('refuses to start, with a remedy, if the open folder cannot be created', async () => {
    writeFileSync(path.join(scratch, 'a-file'), '')
    const nowhere = { openFolder: path.join(scratch, 'a-file/open'), mayMakeNamespace: () => false }
    const sentence = `who may not enter ${home}: move Stockcast out of it`
    expect(await refusal({ place: nowhere })).toEqual(isRoot ? expect.stringContaining(sentence) : null)
  })
})
