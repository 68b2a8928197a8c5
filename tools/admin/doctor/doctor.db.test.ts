import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { createTestDatabase } from '@stockcast/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { neutralEnvironment } from '../../launch/neutral-environment.ts'
import { freePort } from '../../postgres/local-address.ts'
import { makeScratchFolder } from '../../postgres/scratch-folder.ts'
import { commands } from '../commands.ts'
import { runCommand } from '../run-command.ts'

const root = path.resolve(import.meta.dirname, '../../..')
let folder: string
let dataDir: string
let env: NodeJS.ProcessEnv

beforeEach(async () => {
  folder = makeScratchFolder()
  dataDir = path.join(folder, 'data')
  env = {
    ...neutralEnvironment(process.env),
    DATA_DIR: dataDir,
    DISK_RESERVE_MB: '1',
    PORT: `${await freePort()}`,
    SANDBOX_PORT: `${await freePort()}`,
    SANDBOX_SMTP_PORT: `${await freePort()}`,
  }
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Result = { name: string; isOk: boolean; found: string }

async function examine(more: NodeJS.ProcessEnv = {}) {
  const { text, exitCode } = await runCommand(commands, ['doctor', '--json'], {
    root,
    env: { ...env, ...more },
  })
  const results = JSON.parse(text) as Result[]
  return { exitCode, failures: results.filter(({ isOk }) => !isOk), results }
}

const occupied = (port: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

describe('the doctor', () => {
  it('finds nothing wrong with a new checkout', async () => {
    expect(await examine()).toMatchObject({ exitCode: 0, failures: [] })
  }, 120_000)

  it('finds nothing wrong with a database of the operator', async () => {
    const { appUrl, ownerUrl, drop } = await createTestDatabase()
    const given = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, STOCKCAST_SECRET: 's'.repeat(32) }
    expect(await examine(given)).toMatchObject({ exitCode: 0, failures: [] })
    const unsafe = await examine({ ...given, DATABASE_URL: ownerUrl })
    expect(unsafe.failures.map(({ name }) => name)).toEqual(['secret'])
    expect(unsafe.failures[0]?.found).toMatch(/Connect with/)
    await drop()
  }, 120_000)

  it('names every failure with its remedy and ends with code 1', async () => {
    const server = await occupied(Number(env.PORT))
    const { exitCode, failures } = await examine({
      DISK_RESERVE_MB: '900000000',
      LOG_LEVEL: 'info',
      TRUSTED_PROXIES: 'everybody',
      DATABASE_URL: 'postgresql://stockcast_app@127.0.0.1:1/none',
      DATABASE_OWNER_URL: 'postgresql://stockcast_owner@127.0.0.1:1/none',
    })
    server.close()
    expect(exitCode).toBe(1)
    const found = new Map(failures.map((each) => [each.name, each.found]))
    expect(found.get('disk')).toMatch(/free some space, or set DATA_DIR/)
    expect(found.get('configuration')).toMatch(/TRUSTED_PROXIES: everybody is neither/)
    expect(found.get('ports')).toMatch(/is used by another program: stop it/)
    expect(found.get('PostgreSQL')).toMatch(/does not answer .*: check its address/)
    expect(found.get('database')).toMatch(/does not answer .*: check its address/)
    expect(found.get('secret')).toMatch(/set STOCKCAST_SECRET/)
    expect(failures).toHaveLength(6)
  }, 120_000)

  it('says what to do about a cluster of another PostgreSQL and a data folder that is a file', async () => {
    mkdirSync(path.join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '12\n')
    const other = await examine()
    expect(other.failures.map(({ name }) => name)).toContain('PostgreSQL')
    expect(other.failures[0]?.found).toMatch(/is of PostgreSQL 12 .*: make a backup with the former version/)
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    const { failures } = await examine({ DATA_DIR: file })
    expect(failures[0]).toMatchObject({
      name: 'data folder',
      found: expect.stringMatching(/is not a folder/),
    })
  }, 120_000)
})
