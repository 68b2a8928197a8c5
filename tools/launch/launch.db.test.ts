import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { createTestDatabase, queryDatabase } from '@stockcast/testkit'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseUrl } from '../postgres/address.ts'
import { listenError } from '../postgres/local-address.ts'
import { findPostmaster } from '../postgres/postmaster.ts'
import { type FakeCheckout, fakeCheckout } from './fixture/fake-checkout.ts'
import { type Launched, launched } from './fixture/launched.ts'
import { processBirth } from './process-birth.ts'
import { readRunRecord } from './run-record.ts'

const RUNNING = 'Ctrl-C stops everything.'
let checkout: FakeCheckout
let started: Launched[]

function launch(env: NodeJS.ProcessEnv = {}): Launched {
  const one = launched(checkout, env)
  started.push(one)
  return one
}

function ownerUrl(): string {
  const address = { host: path.join(checkout.dataDir, 'postgres'), port: 5432 }
  return databaseUrl(address, 'stockcast_owner', 'stockcast')
}

async function query(statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: ownerUrl() })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Commits rows one by one until the connection is lost, and returns the number of acknowledged ones. */
async function writeUntilCutOff(writer: number): Promise<number> {
  const client = new Client({ connectionString: ownerUrl() })
  client.on('error', () => undefined)
  await client.connect()
  for (let number = 0; ; number++) {
    try {
      await client.query('insert into kept values ($1, $2)', [writer, number])
    } catch {
      return number
    }
  }
}

async function served(port: string | undefined): Promise<{ role: string; pid: number }> {
  return (await fetch(`http://127.0.0.1:${port}`)).json() as Promise<{ role: string; pid: number }>
}

beforeEach(async () => {
  checkout = await fakeCheckout()
  started = []
})

afterEach(async () => {
  for (const one of started) one.kill('SIGTERM')
  await Promise.all(started.map((one) => one.exit))
  checkout.remove()
})

describe('npm start', () => {
  it('serves everything, prints one address, and stops everything on Ctrl-C', async () => {
    const first = launch()
    await first.says(RUNNING)
    expect(first.output()).toContain(`Stockcast is running at http://localhost:${checkout.env.PORT}`)
    expect(await served(checkout.env.PORT)).toMatchObject({ role: 'web' })
    expect(await served(checkout.env.SANDBOX_PORT)).toMatchObject({ role: 'sandbox' })
    const services = readRunRecord(checkout.dataDir)?.services ?? []
    expect(services.map((service) => service.name).sort()).toEqual([
      'batch-worker',
      'sandbox',
      'web',
      'worker',
    ])

    first.kill('SIGINT')
    expect(await first.exit).toBe(0)
    expect(services.map((service) => processBirth(service.pid))).toEqual(services.map(() => undefined))
    expect(findPostmaster(path.join(checkout.dataDir, 'postgres'))).toBeUndefined()
  })

  it('clears left-over processes after kill -9, and keeps every committed row', async () => {
    const first = launch({ FAKE_IS_DEAF: 'yes' })
    await first.says(RUNNING)
    await query('create table kept as select generate_series(1, 1000) as number')
    const deaf = await served(checkout.env.PORT)
    first.kill('SIGKILL')
    await first.exit

    const second = launch()
    await second.says(RUNNING)
    expect(processBirth(deaf.pid)).toBeUndefined()
    expect((await served(checkout.env.PORT)).pid).not.toBe(deaf.pid)
    expect(await query('select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }])
  })

  it('takes a process as ended only when its port is free', async () => {
    const port = Number(checkout.env.PORT)
    const code = `require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('listens'))`
    for (let round = 0; round < 10; round++) {
      const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(child.stdout, 'data')
      child.kill('SIGKILL')
      while (processBirth(child.pid!));
      expect(await listenError(port, '127.0.0.1')).toBeUndefined()
    }
  })

  it('serves from a folder that only its owner may enter, and leaves no database there after kill -9', async () => {
    chmodSync(checkout.root, 0o700)
    const first = launch()
    await first.says(RUNNING)
    await query('create table kept as select generate_series(1, 1000) as number')
    first.kill('SIGKILL')
    await first.exit
    const dataDir = path.join(checkout.dataDir, 'postgres')
    await expect.poll(() => findPostmaster(dataDir), { timeout: 30_000 }).toBeUndefined()

    const second = launch()
    await second.says(RUNNING)
    expect(await query('select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }])
    second.kill('SIGTERM')
    expect(await second.exit).toBe(0)
    expect(findPostmaster(dataDir)).toBeUndefined()
  })

  it('has every acknowledged row after its PostgreSQL was killed under four writers, and serves again', async () => {
    const first = launch()
    await first.says(RUNNING)
    await query('create table kept (writer int, number int)')
    const writers = [1, 2, 3, 4].map((writer) => writeUntilCutOff(writer))
    await expect.poll(() => query('select distinct writer from kept'), { timeout: 30_000 }).toHaveLength(4)
    process.kill(findPostmaster(path.join(checkout.dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL')
    const acknowledged = await Promise.all(writers)
    await first.says('serves again; nothing saved is lost')

    const found = await query(
      'select writer, count(distinct number)::int as rows from kept group by 1 order by 1',
    )
    const rows = (found as { rows: number }[]).map((each) => each.rows)
    // An acknowledgement may be lost, so one more row than acknowledged is correct, but never one less.
    expect(rows.filter((each, at) => each < (acknowledged[at] ?? 0))).toEqual([])
    expect(rows).toHaveLength(4)
    expect(Math.min(...acknowledged)).toBeGreaterThan(0)
  })

  it('restarts a killed service', async () => {
    const first = launch()
    await first.says(RUNNING)
    const before = await served(checkout.env.PORT)
    process.kill(before.pid, 'SIGKILL')
    await first.says('The web stopped (SIGKILL) and is started again')
    await expect
      .poll(() => served(checkout.env.PORT).catch(() => before), { timeout: 10_000 })
      .not.toEqual(before)
  })

  it('restarts a service quickly however often it is killed', async () => {
    const first = launch()
    await first.says(RUNNING)
    for (let kill = 0; kill < 6; kill++) {
      const before = await served(checkout.env.PORT)
      process.kill(before.pid, 'SIGKILL')
      await expect
        .poll(() => served(checkout.env.PORT).catch(() => before), { timeout: 10_000 })
        .not.toEqual(before)
    }
  })

  it('refuses to start twice from the same folder, and names the address of the first', async () => {
    const first = launch()
    await first.says(RUNNING)
    const second = launch()
    expect(await second.exit).toBe(1)
    expect(second.output()).toContain(
      `already running from ${checkout.dataDir} at http://localhost:${checkout.env.PORT} (process ${first.pid})`,
    )
    expect(await served(checkout.env.PORT)).toMatchObject({ role: 'web' })
  })

  it('does not end a process of another program whose number is in the record', async () => {
    mkdirSync(checkout.dataDir)
    const record = {
      launcherPid: 1,
      url: '',
      services: [{ name: 'web', pid: process.pid, birth: 'another' }],
    }
    writeFileSync(path.join(checkout.dataDir, 'run.json'), JSON.stringify(record))
    await launch().says(RUNNING)
  })

  it('starts PostgreSQL although the number in postmaster.pid belongs to another program', async () => {
    const first = launch()
    await first.says(RUNNING)
    first.kill('SIGTERM')
    await first.exit
    writeFileSync(path.join(checkout.dataDir, 'postgres/postmaster.pid'), `${process.pid}\n`)
    await launch().says(RUNNING)
  })

  it('reports a port in use in one sentence, with the variable that changes it', async () => {
    const other = createServer().listen(Number(checkout.env.PORT), '127.0.0.1')
    const first = launch()
    expect(await first.exit).toBe(1)
    expect(first.output()).toBe(
      `Port ${checkout.env.PORT} is used by another program: stop it, or choose another one, for example PORT=${Number(checkout.env.PORT) + 100}.\n`,
    )
    other.close()
  })

  it('starts no embedded database if DATABASE_URL is set', async () => {
    const database = await createTestDatabase()
    await launch({ DATABASE_URL: database.ownerUrl, DATABASE_OWNER_URL: database.ownerUrl }).says(RUNNING)
    expect(readdirSync(checkout.dataDir)).not.toContain('postgres')
    for (const one of started) one.kill('SIGTERM')
    await Promise.all(started.map((one) => one.exit))
    await database.drop()
  })

  it('refuses a database with pending migrations that it may not apply', async () => {
    const database = await createTestDatabase()
    await queryDatabase(database.ownerUrl, 'delete from schema_migrations')
    const first = launch({ DATABASE_URL: database.ownerUrl })
    expect(await first.exit).toBe(1)
    expect(first.output()).toMatch(
      /The database lacks the migrations from 0001_.* on: set DATABASE_OWNER_URL/,
    )
    await database.drop()
  })

  it('reports a database that does not answer in one sentence', async () => {
    const url = `postgresql://nobody@127.0.0.1:${checkout.env.SANDBOX_PORT}/none`
    for (const variable of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
      const first = launch({ DATABASE_URL: url, [variable]: url })
      expect(await first.exit).toBe(1)
      expect(first.output()).toMatch(new RegExp(`^The database at ${variable} does not answer: .*\n$`))
    }
  })

  it('reports a file in place of the data folder in one sentence', async () => {
    writeFileSync(checkout.dataDir, '')
    const first = launch()
    expect(await first.exit).toBe(1)
    expect(first.output()).toMatch(/^.*\.data is not a folder: move that file away.*\n$/)
  })

  it('reports a service that cannot start with its last message and its log file', async () => {
    writeFileSync(path.join(checkout.root, 'apps/server/src/main.ts'), "throw new Error('PORT is odd')")
    const first = launch()
    expect(await first.exit).toBe(1)
    expect(first.output()).toMatch(
      /The (web|worker|batch-worker) did not start \(.*PORT is odd\): see .*\1\.log\./,
    )
    expect(findPostmaster(path.join(checkout.dataDir, 'postgres'))).toBeUndefined()
  })

  it('gives the sandbox no secret of the product', async () => {
    const spy = "import { writeFileSync } from 'node:fs'\nwriteFileSync('ENV', JSON.stringify(process.env))"
    const seen = path.join(checkout.root, 'sandbox-env')
    writeFileSync(path.join(checkout.root, 'apps/sandbox/src/main.ts'), spy.replace('ENV', seen))
    await launch({ STOCKCAST_SECRET: 'a secret of at least thirty-two letters' }).exit
    const env = JSON.parse(readFileSync(seen, 'utf8'))
    expect(env).toHaveProperty('SANDBOX_TOKEN')
    expect(Object.values(env).join()).not.toContain('thirty-two letters')
  })
})
