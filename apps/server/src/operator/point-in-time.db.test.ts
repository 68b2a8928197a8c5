import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '../../../../tools/admin/backup/connect.ts'
import { commands } from '../../../../tools/admin/commands.ts'
import { embeddedUrls, withDatabase, withEmbedded } from '../../../../tools/admin/installation.ts'
import { backUpBase } from '../../../../tools/admin/point-in-time/back-up-base.ts'
import { type Base, listAllBases } from '../../../../tools/admin/point-in-time/base-manifest.ts'
import { inspectArchive } from '../../../../tools/admin/point-in-time/inspect-archive.ts'
import {
  dropFormerCluster,
  restoreToTime,
  type TimeRestore,
} from '../../../../tools/admin/point-in-time/restore-to-time.ts'
import { runCommand } from '../../../../tools/admin/run-command.ts'
import { type LaunchConfig, readConfig } from '../../../../tools/launch/config.ts'
import { prepareDataFolder } from '../../../../tools/launch/data-folder.ts'
import { DATABASE, type Database, databaseFolder, openDatabase } from '../../../../tools/launch/database.ts'
import { type InstanceLock, takeInstanceLock } from '../../../../tools/launch/instance-lock.ts'
import { neutralEnvironment } from '../../../../tools/launch/neutral-environment.ts'
import { ensureSecrets, saveSecrets } from '../../../../tools/launch/secret.ts'
import { findPostmaster } from '../../../../tools/postgres/postmaster.ts'
import { makeScratchFolder } from '../../../../tools/postgres/scratch-folder.ts'
import { throwawaySettings } from '../../../../tools/postgres/settings.ts'
import { archivedName } from '../../../../tools/postgres/wal-archive/commands.ts'
import { nextSegment } from '../../../../tools/postgres/wal-archive/segments.ts'
import { listSegments } from '../../../../tools/postgres/wal-archive/series.ts'
import { createApp } from '../http/app.ts'
import { createModules } from '../modules.ts'
import { readAllRows } from '../testing/database-rows.ts'
import { createTestKernel, testBrowser } from '../testing/index.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const account = { email: 'owner@example.com', password: 'a good one' }
/** Far more than a test takes on a slow machine. */
const LONG = 900_000

let folder: string
let archive: string
let config: LaunchConfig
let lock: InstanceLock | undefined
let database: Database
let secrets: ReturnType<typeof ensureSecrets>

const configAt = (name: string, env: NodeJS.ProcessEnv = {}) =>
  readConfig(root, { ...neutralEnvironment(process.env), ...env, DATA_DIR: path.join(folder, name) })
/** Returns an empty installation that has the secret. */
const emptyAt = (name: string, env: NodeJS.ProcessEnv = {}) => {
  const made = configAt(name, env)
  prepareDataFolder(made.dataDir)
  saveSecrets(made.dataDir, secrets)
  return made
}

async function openApp(appUrl: string) {
  const kernel = await createTestKernel({
    database: { appUrl },
    now: new Date().toISOString(),
    env: { STOCKCAST_SECRET: secrets.secret },
    realJobs: true,
  })
  const modules = await createModules(kernel)
  await kernel.jobs.prepare(modules.tasks.map(({ definition }) => definition))
  const browser = testBrowser(createApp(kernel, modules.authenticate, modules.mounts))
  const close = async () => {
    await modules.close()
    await kernel.close()
  }
  return { browser, close }
}

const query = <Row extends object>(text: string) =>
  withDatabase(config, ({ readerUrl }) =>
    withClient(readerUrl, async (client) => (await client.query<Row>(text)).rows),
  )
const inspect = (into = archive) => withDatabase(config, ({ readerUrl }) => inspectArchive(readerUrl, into))
/** Adds rows that name `step`, each in a transaction of its own, and archives them. */
async function write(step: string): Promise<void> {
  await query(`insert into steps select '${step} ' || n from generate_series(1, 1000) n`)
  await query(`insert into steps values ('${step}')`)
}
async function archiveAll(): Promise<void> {
  const [found] = await query<{ name: string }>('select pg_walfile_name(pg_switch_wal() - 1) as name')
  const wal = listAllBases(archive).at(-1)!.series
  await expect.poll(() => listSegments(wal), { timeout: LONG }).toContain(found!.name)
}
/** Returns the present time of PostgreSQL, between the transactions before and after the call. */
async function now(): Promise<string> {
  await sleep(20)
  const [found] = await query<{ now: Date }>('select clock_timestamp() as now')
  await sleep(20)
  return found!.now.toISOString()
}

const rowsOf = async (each: LaunchConfig) => {
  const rows = await withDatabase(each, ({ readerUrl }) => readAllRows(readerUrl))
  return [...rows].map(([table, all]) => [table, all.map((row) => JSON.stringify(row)).toSorted()])
}
const restored = (name: string, more: Partial<TimeRestore> = {}) =>
  restoreToTime({ config: emptyAt(name), archive, at: times.noted, replaces: false, ...more })

const times = { beforeBase: '', noted: '', later: '' }
let expected: Awaited<ReturnType<typeof rowsOf>>
let expectedLater: Awaited<ReturnType<typeof rowsOf>>
let base: Base

beforeAll(async () => {
  folder = makeScratchFolder()
  archive = path.join(folder, `the "owner's" archive 100%`)
  config = configAt('data', { WAL_ARCHIVE_DIR: archive })
  prepareDataFolder(config.dataDir)
  lock = takeInstanceLock(config.dataDir)
  secrets = ensureSecrets(config.dataDir)
  database = await openDatabase(config, throwawaySettings, {
    onRestart: () => undefined,
    onLost: (problem) => Promise.reject(problem),
  })
  const { browser, close } = await openApp(database.appUrl)

  expect((await browser.post('/api/auth/sign-up/email', { ...account, name: 'Owner' })).status).toBe(200)
  await close()
  await query('create table steps (step text)')
}, LONG)

afterAll(async () => {
  await database?.stop()
  lock?.release()
  rmSync(folder, { recursive: true, force: true })
})

describe('the archive of a running installation', () => {
  it(
    'without a base backup is reported differently from a folder that is not archived to',
    async () => {
      await expect(inspect()).rejects.toThrow(/^There is no base backup/)
      await expect(inspect(path.join(folder, 'other'))).rejects.toThrow(
        /does not archive into .*: restart Stockcast with WAL_ARCHIVE_DIR/,
      )
    },
    LONG,
  )

  it(
    'holds no base backup after the server was killed while it was made',
    async () => {
      const killed = backUpBase(config, 3).catch((error: unknown) => error)
      const bases = path.join(archive, readdirSync(archive)[0]!, 'bases')
      await expect.poll(() => readdirSync(bases), { interval: 1, timeout: LONG }).toHaveLength(1)
      process.kill(findPostmaster(database.folder!)!.pid, 'SIGKILL')
      expect(await killed).toBeInstanceOf(Error)
      expect(readdirSync(bases)).toEqual([])
      await expect(restored('killed')).rejects.toThrow(/^There is no base backup in/)
      await expect.poll(() => findPostmaster(database.folder!)?.isReady, { timeout: LONG }).toBe(true)
    },
    LONG,
  )

  it(
    'holds a base backup beside the remains of a killed command, which go',
    async () => {
      const { walFolder, basesFolder } = {
        walFolder: path.join(archive, readdirSync(archive)[0]!, 'wal'),
        basesFolder: path.join(archive, readdirSync(archive)[0]!, 'bases'),
      }
      for (const name of ['1.base', '2.base.unfinished', '3.json'])
        writeFileSync(path.join(basesFolder, name), '{}')
      expect(listAllBases(archive)).toEqual([])
      times.beforeBase = await now()
      const { text, exitCode, problem } = await runCommand(commands, ['backup', '--base', '--json'], {
        root,
        env: config.env,
      })
      expect({ problem, exitCode }, text).toEqual({ problem: '', exitCode: 0 })
      ;[base] = listAllBases(archive) as [Base]
      expect(readdirSync(basesFolder)).toHaveLength(2)
      expect(base.file).toBe((JSON.parse(text) as { file: string }).file)
      expect(readdirSync(walFolder)).toContain(archivedName(base.lastSegment))
      expect(await inspect()).toMatch(/^base backup of .*, last archived /)
    },
    LONG,
  )

  it(
    'is reported when a segment cannot be archived, until the cause is gone',
    async () => {
      const [current] = await query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
      const planted = path.join(base.series.walFolder, archivedName(current!.name))
      writeFileSync(planted, 'another content')
      await write('while archiving fails')
      await query('select pg_switch_wal()')
      const found = () => inspect().catch((error: Error) => error.message)
      await expect
        .poll(found, { timeout: LONG, interval: 500 })
        .toMatch(/^PostgreSQL cannot archive [0-9A-F]{24} into .*make room/)
      rmSync(planted)
      await write('when archiving works')
      await archiveAll()
      await expect.poll(found, { timeout: LONG, interval: 500 }).toMatch(/^base backup of/)
    },
    LONG,
  )

  it(
    'goes on while rows are written and the server is stopped',
    async () => {
      await write('before the time')
      expected = await rowsOf(config)
      times.noted = await now()
      await write('after the time')
      await query(`delete from steps where step like 'before the time 1%'`)
      await archiveAll()
      expectedLater = await rowsOf(config)
      times.later = await now()
      await write('at the end')
      await database.stop()
      lock?.release()
      lock = undefined
      const segments = listSegments(base.series)
      expect(segments.at(-1)! > base.lastSegment).toBe(true)
      rmSync(config.dataDir, { recursive: true })
    },
    LONG,
  )
})

describe('a restore to a time', () => {
  it(
    'needs the secret, which is in no archive, and changes nothing without it',
    async () => {
      const into = configAt('without-secret')
      await expect(restored('x', { config: into })).rejects.toThrow(
        /^The secret is not in the archive: put the file/,
      )
      const other = configAt('without-secret', { STOCKCAST_SECRET: 'not the secret of this installation' })
      await expect(restored('x', { config: other })).rejects.toThrow(/STOCKCAST_SECRET is not the one/)
      expect(readdirSync(into.dataDir).toSorted()).toEqual(['instance.lock', 'logs'])
    },
    LONG,
  )

  it(
    'has exactly the rows of that time, in another folder, and its accounts can sign in',
    async () => {
      const into = emptyAt('elsewhere', { WAL_ARCHIVE_DIR: archive })
      const args = ['restore', '--archive', archive, '--at', times.noted, '--json']
      const { text, exitCode, problem } = await runCommand(commands, args, { root, env: into.env })
      expect({ problem, exitCode }, text).toEqual({ problem: '', exitCode: 0 })
      expect(JSON.parse(text)).toMatchObject({
        at: times.noted,
        base: base.file,
        secrets: { merchants: 1, unreadable: [] },
        formerFolder: null,
      })
      expect(await rowsOf(into)).toEqual(expected)
      await withEmbedded(into, async (address) => {
        const { browser, close } = await openApp(embeddedUrls(address, DATABASE).appUrl)
        expect((await browser.post('/api/auth/sign-in/email', account)).status).toBe(200)
        await close()
      })
    },
    LONG,
  )

  it(
    'can be followed by one to a later time that the former course of the database had reached',
    async () => {
      const into = configAt('elsewhere', { WAL_ARCHIVE_DIR: archive })
      const next = await backUpBase(into, 3)
      expect(next.series.folder).not.toBe(base.series.folder)
      const again = { config: into, at: times.later }
      await expect(restored('x', again)).rejects.toThrow(/has accounts, or does not start: add --replace/)
      const former = `${databaseFolder(into.dataDir)}-${base.postgres}`
      expect(await restored('x', { ...again, replaces: true })).toMatchObject({
        base: { file: base.file },
        formerFolder: former,
      })
      expect(await rowsOf(into)).toEqual(expectedLater)
      expect(existsSync(former)).toBe(true)
      await dropFormerCluster(into)
      expect(existsSync(former)).toBe(false)
    },
    LONG,
  )

  it(
    'goes to the end of the archive on request, and keeps the newest base backups with their WAL',
    async () => {
      const into = emptyAt('latest', { WAL_ARCHIVE_DIR: path.join(folder, 'another archive') })
      await restored('x', { config: into, archive: onlyFirst('whole'), at: 'latest' })
      const steps = await withDatabase(into, ({ readerUrl }) =>
        withClient(readerUrl, async (client) => (await client.query('select step from steps')).rows),
      )
      expect(steps).toContainEqual({ step: 'at the end' })
      const made = [await backUpBase(into, 1), await backUpBase(into, 1)]
      expect(made.map(({ removed }) => removed)).toEqual([0, 1])
      const kept = listAllBases(into.walArchiveDir!)
      expect(kept.map(({ file }) => file)).toEqual([made[1]!.file])
      expect(listSegments(kept[0]!.series)[0]).toBe(kept[0]!.firstSegment)
      const third = emptyAt('third')
      await restored('x', { config: third, archive: into.walArchiveDir!, at: 'latest' })
      expect(await rowsOf(third)).toEqual(await rowsOf(into))
    },
    LONG,
  )
})

/** Returns a copy of the archive with its first series alone. */
function onlyFirst(name: string): string {
  const to = path.join(folder, `archive ${name}`)
  const series = path.basename(base.series.folder)
  mkdirSync(to, { recursive: true })
  // The account of PostgreSQL stays the owner.
  expect(spawnSync('cp', ['-a', base.series.folder, path.join(to, series)]).status).toBe(0)
  return to
}

describe('a restore to a time that cannot be reached', () => {
  const refused = async (copy: string, sentence: RegExp, more: Partial<TimeRestore> = {}) => {
    const into = configAt('untouched')
    await expect(restored('untouched', { archive: copy, at: times.later, ...more })).rejects.toThrow(sentence)
    expect(readdirSync(into.dataDir).toSorted()).toEqual(['instance.lock', 'logs', 'secret'])
  }
  const walOf = (copy: string, name: string) =>
    path.join(copy, path.basename(base.series.folder), 'wal', archivedName(name))

  it(
    'says from when on it is possible',
    async () => {
      await refused(
        archive,
        new RegExp(`^The first base backup in .* is of ${base.finishedAt}: name a later time`),
        {
          at: times.beforeBase,
        },
      )
    },
    LONG,
  )

  it(
    'says how far the archive reaches',
    async () => {
      const copy = onlyFirst('end')
      const message = await restored('untouched', { archive: copy, at: '2999-01-01T00:00:00Z' }).then(
        () => '',
        (error: Error) => error.message,
      )
      const [, last = ''] =
        /^The archive reaches to (\S+), not to 2999-01-01T00:00:00Z: name an earlier time/.exec(message) ?? []
      expect(Date.parse(last), message).toBeGreaterThan(Date.parse(times.later))
      await refused(copy, /^The archive reaches to/, { at: last })
    },
    LONG,
  )

  it(
    'names the segment of WAL that is missing',
    async () => {
      const copy = onlyFirst('gap')
      const missing = nextSegment(base.lastSegment)
      rmSync(walOf(copy, missing))
      await refused(
        copy,
        new RegExp(`${missing}.gz is missing. The archive reaches to .*, not to ${times.later}`),
      )
      await refused(copy, new RegExp(`${missing}.gz is missing: bring it back, or name a time`), {
        at: 'latest',
      })
    },
    LONG,
  )

  it(
    'names the segment of WAL that is damaged',
    async () => {
      const copy = onlyFirst('damaged-wal')
      const broken = nextSegment(base.lastSegment)
      writeFileSync(walOf(copy, broken), readFileSync(walOf(copy, broken)).subarray(0, 1000))
      await refused(copy, new RegExp(`^The archived WAL .*${broken}.gz is damaged: use another copy`))
    },
    LONG,
  )

  it(
    'names the base backup that is damaged, and takes the one before it once that is gone',
    async () => {
      const copy = onlyFirst('damaged-base')
      const [copied] = listAllBases(copy) as [Base]
      const bytes = readFileSync(copied.file)
      bytes[Math.floor(bytes.length / 2)]! ^= 1
      writeFileSync(copied.file, bytes)
      await refused(copy, new RegExp(`${path.basename(copied.file)} is damaged: use another copy of it`))
      rmSync(copied.file)
      await refused(copy, /^There is no base backup in/)
    },
    LONG,
  )

  it.each([
    ['yesterday', /^"yesterday" is not a time/],
    ['2026-11-22T10:00:00', /is not a time: name it with its zone/],
  ])('refuses the time %s', async (at, sentence) => {
    const args = ['restore', '--archive', archive, '--at', at]
    expect((await runCommand(commands, args, { root, env: configAt('untouched').env })).problem).toMatch(
      sentence,
    )
  })
})
