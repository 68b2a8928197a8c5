import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createEmptyDatabase, createTestDatabase } from '@stockcast/testkit'
import { Encrypter } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { backUp } from '../../../../tools/admin/backup/back-up.ts'
import { withClient } from '../../../../tools/admin/backup/connect.ts'
import { drill } from '../../../../tools/admin/backup/drill.ts'
import { END } from '../../../../tools/admin/backup/manifest.ts'
import { dropFormer, type Restored, restore } from '../../../../tools/admin/backup/restore.ts'
import { readBackupFile, writeBackupFile } from '../../../../tools/admin/container/backup-file.ts'
import type { TarEntry } from '../../../../tools/admin/container/tar.ts'
import { embeddedUrls, withDatabase, withEmbedded } from '../../../../tools/admin/installation.ts'
import { type LaunchConfig, readConfig } from '../../../../tools/launch/config.ts'
import { prepareDataFolder } from '../../../../tools/launch/data-folder.ts'
import { DATABASE, databaseFolder } from '../../../../tools/launch/database.ts'
import { type InstanceLock, takeInstanceLock } from '../../../../tools/launch/instance-lock.ts'
import { neutralEnvironment } from '../../../../tools/launch/neutral-environment.ts'
import { ensureSecrets } from '../../../../tools/launch/secret.ts'
import { createRolesAndDatabase } from '../../../../tools/postgres/roles.ts'
import { makeScratchFolder } from '../../../../tools/postgres/scratch-folder.ts'
import { type PostgresServer, startPostgres } from '../../../../tools/postgres/server.ts'
import { throwawaySettings } from '../../../../tools/postgres/settings.ts'
import { dumpSchema } from '../../../../tools/schema/dump-schema.ts'
import { createDomains } from '../domains.ts'
import { migrate } from '../kernel/database/migrate.ts'
import { createApp } from '../kernel/http/app.ts'
import { findConnection } from '../store/shops/queries.ts'
import { openTokens, sealTokens } from '../store/shops/tokens.ts'
import { readAllRows } from '../testing/database-rows.ts'
import { createTestKernel, type TestKernel, testBrowser } from '../testing/index.ts'
import { insertConnection } from '../testing/insert-connection.ts'
import { fillTables, readTenantTables } from '../testing/tenant-tables.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const live = { SHOPIFY_API_KEY: 'key', SHOPIFY_API_SECRET: 'a secret' }
const password = 'a good one'
const email = 'owner@example.com'
const passphrase = 'a long passphrase of the tests'
/** As 2^QUICK rounds of scrypt. */
const QUICK = 10
const noPassphrase = () => Promise.reject(new Error('no passphrase is needed'))

let folder: string
let config: LaunchConfig
let lock: InstanceLock
let server: PostgresServer
const closers: (() => Promise<void>)[] = []

const configAt = (dataDir: string, env: NodeJS.ProcessEnv = {}) =>
  readConfig(root, { ...neutralEnvironment(process.env), ...env, DATA_DIR: path.join(folder, dataDir) })
const fileAt = (name: string) => path.join(folder, name)
const urls = () => embeddedUrls(server.address, DATABASE)

/** Starts the server's domains as the product does, with the secret of the data folder. */
async function openProduct(appUrl: string, secret: string) {
  const kernel = await createTestKernel({
    database: { appUrl },
    now: new Date().toISOString(),
    env: { ...live, STOCKCAST_SECRET: secret },
    realJobs: true,
  })
  const domains = await createDomains(kernel)
  await kernel.jobs.prepare(domains.tasks.map(({ definition }) => definition))
  await domains.assertReady()
  const close = async () => {
    closers.splice(closers.indexOf(close), 1)
    await domains.close()
    await kernel.close()
  }
  closers.push(close)
  return { kernel, app: createApp(kernel, domains.authenticate, domains.mounts), close }
}
type Product = Awaited<ReturnType<typeof openProduct>>

async function getMerchantId(kernel: TestKernel, address: string): Promise<number> {
  const found = await kernel.db.pool.query<{ merchant_id: number }>(
    'select merchant_id from merchant_directory where email = $1',
    [address],
  )
  return found.rows[0]!.merchant_id
}

async function signUp({ app, kernel }: Product, address: string): Promise<number> {
  const made = await testBrowser(app).post('/api/auth/sign-up/email', { email: address, password, name: 'x' })
  expect(made.status).toBe(200)
  return getMerchantId(kernel, address)
}

/** Connects a store with tokens, and writes a row into every table. */
async function fill({ kernel }: Product, merchantId: number): Promise<void> {
  await insertConnection(kernel, { merchantId, shopDomain: `shop-${merchantId}.myshopify.com` })
  const tables = await readTenantTables(kernel.db.directory)
  await kernel.db.withTenant(merchantId, async (tx) => {
    const tokens = { accessExpiresAt: null, refreshExpiresAt: null }
    const sealed = await sealTokens(kernel, tx, merchantId, {
      ...tokens,
      accessToken: `access of ${merchantId}`,
      refreshToken: `refresh of ${merchantId}`,
    })
    await tx
      .updateTable('shop_connections')
      .set({ access_token: sealed.accessToken, refresh_token: sealed.refreshToken })
      .where('merchant_id', '=', merchantId)
      .execute()
    await fillTables(tx, tables, { merchantId, marker: `of\t${merchantId}\\ü\n`, firstId: merchantId * 1000 })
  })
}

async function getTokens({ kernel }: Product, merchantId: number): Promise<unknown> {
  return kernel.db.withTenant(merchantId, async (tx) =>
    openTokens(kernel, tx, merchantId, (await findConnection(tx, merchantId, 'no lock'))!),
  )
}

/** Inserts, changes and deletes rows in several tables until it is stopped. Returns how many transactions it made. */
function keepWriting({ kernel }: Product, merchantId: number) {
  let isOver = false
  let writes = 0
  const work = async () => {
    for (let n = 0; !isOver; n++) {
      await kernel.db.withTenant(merchantId, (tx) =>
        sql`with gone as (delete from sales_daily where merchant_id = ${merchantId} and units_sold = ${n - 50}),
          changed as (update merchants set shop_name = ${`name ${n}`} where id = ${merchantId})
          insert into sales_daily (merchant_id, variant_id, day, units_sold)
          values (${merchantId}, 1, date '2000-01-01' + ${n}::integer, ${n + 1})`.execute(tx),
      )
      writes++
    }
  }
  const working = work()
  return {
    writes: () => writes,
    stop: async () => {
      isOver = true
      await working
    },
  }
}

beforeAll(async () => {
  // A passphrase at its real cost takes a second; `operations.db.test.ts` pays it.
  const { setScryptWorkFactor } = Encrypter.prototype
  vi.spyOn(Encrypter.prototype, 'setScryptWorkFactor').mockImplementation(function (this: Encrypter) {
    setScryptWorkFactor.call(this, QUICK)
  })
  folder = makeScratchFolder()
  config = configAt('data')
  prepareDataFolder(config.dataDir)
  lock = takeInstanceLock(config.dataDir)
  server = await startPostgres({
    dataDir: databaseFolder(config.dataDir),
    logFile: fileAt('postgres.log'),
    settings: throwawaySettings,
  })
  await createRolesAndDatabase(server.address, DATABASE)
  await migrate(urls().ownerUrl)
}, 900_000)

afterAll(async () => {
  vi.restoreAllMocks()
  for (const close of closers.toReversed()) await close()
  await server?.stop()
  lock?.release()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns every row as a test reads it, independent of the code of the backup. */
const toRows = (config_: LaunchConfig) => withDatabase(config_, ({ readerUrl }) => readAllRows(readerUrl))
const inOrder = (rows: Awaited<ReturnType<typeof readAllRows>>) =>
  [...rows].map(([table, all]) => [table, all.map((row) => JSON.stringify(row)).toSorted()])

describe('the backup of a running installation', () => {
  let product: Product
  let merchantId: number

  beforeAll(async () => {
    product = await openProduct(urls().appUrl, ensureSecrets(config.dataDir).secret)
    merchantId = await signUp(product, email)
    for (const id of [merchantId, await signUp(product, 'other@example.com')]) await fill(product, id)
    await product.kernel.db.withTenant(merchantId, (tx) =>
      sql`insert into sales_daily (merchant_id, variant_id, day, units_sold)
        select ${merchantId}, 2 + n / 1000, date '2010-01-01' + n % 1000, n + 1
        from generate_series(0, 49999) n`.execute(tx),
    )
  }, 900_000)

  it('is of one moment while rows are written, and equal row for row when restored elsewhere', async () => {
    const load = keepWriting(product, merchantId)
    const before = load.writes()
    const { backedUp, restored, differences } = await drill(config)
    await load.stop()
    expect(load.writes()).toBeGreaterThan(before + 10)
    expect(differences).toEqual([])
    expect(backedUp.rows).toBeGreaterThan(50_000)
    expect(restored.secrets).toEqual({ merchants: 2, stores: 2, unreadable: [] })
    expect(existsSync(path.join(config.dataDir, 'drill'))).toBe(false)
  }, 900_000)

  it('restores every row, sign-in, tokens and files after the data folder is destroyed', async () => {
    // The queue of a running product notes each second when it was looked at.
    await product.close()
    writeFileSync(path.join(config.dataDir, 'secret-of-nobody'), 'not in a backup')
    const file = fileAt('whole.backup')
    await withDatabase(config, ({ readerUrl }) =>
      backUp({ readerUrl, config, file, passphrase, includesSecret: true }),
    )
    const expected = inOrder(await toRows(config))
    const schema = await dumpSchema(urls().ownerUrl)
    const secret = ensureSecrets(config.dataDir).secret

    const elsewhere = configAt('elsewhere')
    const restored = await restore({
      config: elsewhere,
      file,
      passphrase: async () => passphrase,
      replaces: false,
    })
    expect(restored.secrets.unreadable).toEqual([])
    expect(inOrder(await toRows(elsewhere))).toEqual(expected)
    expect(ensureSecrets(elsewhere.dataDir).secret).toBe(secret)
    expect(existsSync(path.join(elsewhere.dataDir, 'secret-of-nobody'))).toBe(false)
    await withEmbedded(elsewhere, async (address) => {
      const there = embeddedUrls(address, DATABASE)
      expect(await dumpSchema(there.ownerUrl)).toBe(schema)
      const again = await openProduct(there.appUrl, ensureSecrets(elsewhere.dataDir).secret)
      const browser = testBrowser(again.app)
      expect((await browser.post('/api/auth/sign-in/email', { email, password })).status).toBe(200)
      expect(await getTokens(again, merchantId)).toMatchObject({ accessToken: `access of ${merchantId}` })
      expect(await signUp(again, 'new@example.com')).toBeGreaterThan(merchantId)
      await again.close()
    })
  }, 900_000)

  it('contains no secret unless it is encrypted or asked for', async () => {
    const file = fileAt('open.backup')
    const made = await withDatabase(config, ({ readerUrl }) =>
      backUp({ readerUrl, config, file, passphrase: undefined, includesSecret: false }),
    )
    expect(made.secret).toBe('in the data folder')
    const empty = configAt('without-secret')
    await expect(restore({ config: empty, file, passphrase: noPassphrase, replaces: false })).rejects.toThrow(
      /^The secret is not in this backup: put the file `secret`/,
    )
    const other = configAt('without-secret', { STOCKCAST_SECRET: 'not the secret of this installation' })
    await expect(restore({ config: other, file, passphrase: noPassphrase, replaces: false })).rejects.toThrow(
      /STOCKCAST_SECRET is not the one/,
    )
  }, 900_000)
})

describe('a restore over an installation with accounts', () => {
  const from = (name: string, options: Partial<Parameters<typeof restore>[0]> = {}): Promise<Restored> =>
    restore({
      config: configAt('elsewhere'),
      file: fileAt(name),
      passphrase: async () => passphrase,
      replaces: false,
      ...options,
    })

  it('is refused without --replace, and while the product runs', async () => {
    await expect(from('whole.backup')).rejects.toThrow(/has accounts: back it up, then add --replace/)
    await expect(from('whole.backup', { config, replaces: true })).rejects.toThrow(/already running/)
  }, 900_000)

  it('changes nothing if the backup is cut off, damaged, of another format or under another passphrase', async () => {
    const before = inOrder(await toRows(configAt('elsewhere')))
    const whole = readFileSync(fileAt('whole.backup'))
    writeFileSync(fileAt('cut.backup'), whole)
    truncateSync(fileAt('cut.backup'), Math.floor(whole.length / 2))
    const open = readFileSync(fileAt('open.backup'))
    writeFileSync(fileAt('cut-open.backup'), open.subarray(0, open.length - 100))
    whole[Math.floor(whole.length / 2)]! ^= 1
    writeFileSync(fileAt('damaged.backup'), whole)
    writeFileSync(fileAt('other.backup'), 'select 1')
    const refused = (name: string, sentence: RegExp, options = {}) =>
      expect(from(name, { replaces: true, ...options })).rejects.toThrow(sentence)
    await refused('cut.backup', /damaged or cut off/)
    await refused('cut-open.backup', /damaged or cut off/)
    await refused('damaged.backup', /damaged or cut off/)
    await refused('other.backup', /is not a backup of Stockcast/)
    await refused('gone.backup', /There is no file/)
    await refused('whole.backup', /passphrase is not the one/, { passphrase: async () => 'another' })
    expect(inOrder(await toRows(configAt('elsewhere')))).toEqual(before)
  }, 900_000)

  it('keeps the database that was there until it is dropped', async () => {
    const target = configAt('elsewhere')
    expect(await from('whole.backup', { replaces: true })).toMatchObject({ keepsFormer: true })
    const databases = () =>
      withEmbedded(target, async (address) => {
        const { readerUrl } = embeddedUrls(address, 'postgres')
        const found = await withClient(readerUrl, (client) =>
          client.query<{ datname: string }>(
            `select datname from pg_database where datname like 'stockcast%' order by 1`,
          ),
        )
        return found.rows.map(({ datname }) => datname)
      })
    expect(await databases()).toEqual(['stockcast', 'stockcast_former'])
    await dropFormer(target)
    expect(await databases()).toEqual(['stockcast'])
  }, 900_000)
})

/** Returns the entries of a backup without the last one, which proves that it is complete. */
async function* withoutEnd(file: string): AsyncGenerator<TarEntry> {
  for await (const entry of readBackupFile(file, noPassphrase)) if (entry.name !== END) yield entry
}

describe('the backup of a database that the migrations before version 0.1.0 made', () => {
  const env = { STOCKCAST_SECRET: 's'.repeat(32) }
  const given = ({ appUrl, ownerUrl }: { appUrl: string; ownerUrl: string }) =>
    configAt('former', { ...env, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl })

  /** Backs up a database with one account, whose last migration has this name. */
  async function backUpFormer(last: string): Promise<string> {
    const source = await createTestDatabase()
    const product = await openProduct(source.appUrl, env.STOCKCAST_SECRET)
    await fill(product, await signUp(product, email))
    await product.close()
    await withClient(source.ownerUrl, (client) =>
      client.query(`update schema_migrations set name = $1, needs = null where name = '0001_baseline.sql'`, [
        last,
      ]),
    )
    const [file, from] = [fileAt(`${last}.backup`), given(source)]
    prepareDataFolder(from.dataDir)
    await withDatabase(from, ({ readerUrl }) =>
      backUp({ readerUrl, config: from, file, passphrase: undefined, includesSecret: false }),
    )
    await source.drop()
    return file
  }

  it('is restored and adopted, and changes nothing if it is not complete or lacks the last of them', async () => {
    const target = await createEmptyDatabase()
    const into = (file: string) =>
      restore({ config: given(target), file, passphrase: noPassphrase, replaces: true })
    const file = await backUpFormer('0095_count_what_was_received.sql')
    const restored = { secrets: { merchants: 1, stores: 1, unreadable: [] }, keepsFormer: false }
    expect(await into(file)).toMatchObject(restored)
    const rows = async () => inOrder(await readAllRows(target.superuserUrl))
    const expected = await rows()
    expect(JSON.stringify(expected)).toContain('0001_baseline.sql')

    const damaged = fileAt('damaged-former.backup')
    await writeBackupFile({ file: damaged, passphrase: undefined, entries: withoutEnd(file) })
    await expect(into(damaged)).rejects.toThrow(/damaged or cut off/)
    await expect(into(await backUpFormer('0094_cover_days.sql'))).rejects.toThrow(
      'The backup is from before version 0.1.0 and lacks 0095_count_what_was_received.sql.',
    )
    expect(await rows()).toEqual(expected)
    expect(await into(file)).toMatchObject(restored)
    await target.drop()
  }, 900_000)
})

const historyOfFormerDay = 'jobs.queue_stats_20200101'

it('the backup of a database that was installed on another day is restored although its queue has tables of other days', async () => {
  const [source, target] = [await createTestDatabase(), await createEmptyDatabase()]
  const env = { STOCKCAST_SECRET: 's'.repeat(32) }
  const given = (database: { appUrl: string; ownerUrl: string }) =>
    configAt('day', { ...env, DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl })
  await withClient(source.ownerUrl, (client) =>
    client.query(`create table ${historyOfFormerDay} partition of jobs.queue_stats
        for values from ('2020-01-01 00:00:00+00') to ('2020-01-02 00:00:00+00')`),
  )
  const product = await openProduct(source.appUrl, env.STOCKCAST_SECRET)
  await fill(product, await signUp(product, email))
  await product.close()
  const from = given(source)
  prepareDataFolder(from.dataDir)
  const file = fileAt('day.backup')
  await withDatabase(from, ({ readerUrl }) =>
    backUp({ readerUrl, config: from, file, passphrase: undefined, includesSecret: false }),
  )
  const into = { config: given(target), passphrase: noPassphrase }
  const restored = { secrets: { merchants: 1, stores: 1, unreadable: [] } }
  expect(await restore({ ...into, file, replaces: false })).toMatchObject(restored)
  expect((await drill(from)).differences).toEqual([])
  await Promise.all([source.drop(), target.drop()])
}, 900_000)

it('the backup of a database of the operator holds the rows of every merchant although the owner is bound by row-level security', async () => {
  const [source, target] = [await createTestDatabase(), await createEmptyDatabase()]
  const env = { STOCKCAST_SECRET: 's'.repeat(32) }
  const given = (database: { appUrl: string; ownerUrl: string }, dataDir: string) =>
    configAt(dataDir, { ...env, DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl })
  const product = await openProduct(source.appUrl, env.STOCKCAST_SECRET)
  for (const address of ['first@example.com', 'second@example.com']) {
    await fill(product, await signUp(product, address))
  }
  await product.close()
  const file = fileAt('given.backup')
  const from = given(source, 'given')
  prepareDataFolder(from.dataDir)
  const made = await withDatabase(from, ({ readerUrl }) =>
    backUp({ readerUrl, config: from, file, passphrase: undefined, includesSecret: false }),
  )
  expect(made.secret).toBe('in the environment')
  const into = { config: given(target, 'given-target'), file, passphrase: noPassphrase }
  expect(await restore({ ...into, replaces: false })).toMatchObject({
    secrets: { merchants: 2, stores: 2, unreadable: [] },
  })
  const superuser = (url: string) => url.replace('stockcast_owner', 'postgres')
  const expected = inOrder(await readAllRows(superuser(source.ownerUrl)))
  expect(inOrder(await readAllRows(target.superuserUrl))).toEqual(expected)
  const ofOthers = await createEmptyDatabase()
  await withClient(ofOthers.ownerUrl, (client) => client.query('create table customers (id int)'))
  await expect(restore({ ...into, config: given(ofOthers, 'given-others'), replaces: true })).rejects.toThrow(
    'The database has tables that Stockcast did not make.',
  )
  expect([...(await readAllRows(ofOthers.superuserUrl)).keys()]).toEqual(['customers'])
  await ofOthers.drop()
  await expect(restore({ ...into, replaces: false })).rejects.toThrow(/DATABASE_OWNER_URL has accounts/)
  await restore({ ...into, replaces: true })
  expect(inOrder(await readAllRows(target.superuserUrl))).toEqual(expected)
  expect((await drill(from)).differences).toEqual([])
  await Promise.all([source.drop(), target.drop()])
}, 900_000)
