import { getPriority } from 'node:os'
import {
  accountApi,
  alertsApi,
  notificationsApi,
  orderListApi,
  ordersApi,
  productsApi,
  settingsApi,
  suppliersApi,
  trendsApi,
} from '@stockcast/contract'
import { withTestDatabase } from '@stockcast/testkit'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { withTestApp } from '../../testing/index.ts'
import { type AppDatabase, openDatabase, type Tx } from './app-database.ts'
import { bulkInsert, bulkUpsert } from './bulk-upsert.ts'

const database = withTestDatabase()
let db: AppDatabase
const at = new Date('2026-11-20T10:00:00Z')

async function createMerchant(email: string): Promise<number> {
  const { merchant_id: id } = await db.directory
    .insertInto('merchant_directory')
    .values({ user_id: crypto.randomUUID(), email, created_at: at })
    .returning('merchant_id')
    .executeTakeFirstOrThrow()
  await db.withTenant(id, async (tx) => {
    await tx
      .insertInto('merchants')
      .values({ id, email, shop_domain: `pending-${id}`, trial_ends_at: at, created_at: at })
      .execute()
  })
  return id
}

const locations = (count: number, name: string) =>
  Array.from({ length: count }, (_, i) => ({ location_id: i + 1, name, is_active: true }))
const upsertLocations = (merchantId: number, rows: ReturnType<typeof locations>) =>
  db.withTenant(merchantId, (tx) =>
    bulkUpsert(tx, { table: 'locations', merchantId, key: ['location_id'], rows }),
  )
const getNames = (merchantId: number) =>
  db.withTenant(merchantId, (tx) =>
    tx.selectFrom('locations').select(['merchant_id', 'name']).orderBy('location_id').execute(),
  )

beforeAll(async () => {
  // There is one connection, so whatever a transaction leaves behind affects the next one.
  db = openDatabase(database.appUrl, { poolSize: 1, onError: () => undefined })
  database.closeLater(db.close)
})

describe('withTenant', () => {
  it('runs statements that work starts together in their order, and throws why the first failed', async () => {
    const order = await db.withTenant(1, (tx) =>
      Promise.all([1, 2, 3].map(() => sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx))),
    )
    const times = order.map(({ rows }) => rows[0]!.at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    // A rejection that passes through many functions reaches the work after that of the next statement.
    const fail = async (tx: Tx, depth: number): Promise<unknown> =>
      depth === 0 ? sql`select 1 / 0`.execute(tx) : fail(tx, depth - 1)
    for (const depth of [0, 9]) {
      const failing = db.withTenant(1, (tx) => Promise.all([fail(tx, depth), sql`select 1`.execute(tx)]))
      await expect(failing).rejects.toThrow('division by zero')
    }
    await expect(db.withTenant(1, (tx) => sql`select 1`.execute(tx))).resolves.toBeDefined()
  })

  it('reports why a transaction did not begin, instead of that its statements failed', async () => {
    const none = db.withTenant(Number.NaN, (tx) => sql`select 1`.execute(tx))
    await expect(none).rejects.toThrow('invalid input syntax for type bigint')
  })

  it('X-02 sends no statement of work that goes on after its transaction has failed', async () => {
    const { promise: later, resolve: goOn } = Promise.withResolvers<void>()
    let rest: Promise<unknown> = Promise.resolve()
    const failing = db.withTenant(1, async (tx) => {
      rest = later.then(() => sql`select 1`.execute(tx))
      rest.catch(() => undefined)
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    goOn()
    await expect(rest).rejects.toThrow('the transaction has ended')
  })

  it('X-02 shows each merchant only their own rows, on the same connection', async () => {
    const first = await createMerchant('first@example.com')
    const second = await createMerchant('second@example.com')
    await upsertLocations(first, locations(2, 'Main'))
    await upsertLocations(second, locations(1, 'Other'))
    expect(await getNames(first)).toEqual(Array(2).fill({ merchant_id: first, name: 'Main' }))
    expect(await getNames(second)).toEqual([{ merchant_id: second, name: 'Other' }])
  })

  it('X-02 shows no rows at all outside a tenant', async () => {
    const seen = await sql<{ count: number }>`select count(*) from locations`.execute(db.directory)
    expect(seen.rows[0]?.count).toBe(0)
  })

  it('X-02 refuses to write a row of another merchant', async () => {
    const mine = await createMerchant('mine@example.com')
    const other = await createMerchant('other@example.com')
    const theirs = { table: 'locations', merchantId: other, rows: locations(1, 'x') } as const
    const attempts = [
      db.withTenant(mine, (tx) => bulkUpsert(tx, { ...theirs, key: ['location_id'] })),
      db.withTenant(mine, (tx) => bulkInsert(tx, theirs)),
      db.withTenant(mine, (tx) =>
        sql`insert into locations (merchant_id, location_id, name, is_active)
          values (${other}, 1, 'x', true)`.execute(tx),
      ),
    ]
    for (const attempt of await Promise.allSettled(attempts))
      expect(attempt).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringMatching(/row-level security/i) },
      })
  })
})

it('X-02 withTenantAtOnce is bound by the same row-level security, and waits for no other work', async () => {
  const mine = await createMerchant('at-once@example.com')
  const other = await createMerchant('at-once-other@example.com')
  await upsertLocations(mine, locations(1, 'Mine'))
  const [ofMine, ofOther] = await db.withTenant(mine, () =>
    Promise.all(
      [mine, other].map((id) =>
        db.withTenantAtOnce(id, (tx) => tx.selectFrom('locations').select('name').execute()),
      ),
    ),
  )
  expect([ofMine, ofOther]).toEqual([[{ name: 'Mine' }], []])
})

it('X-02 inDirectory sees no row of any merchant, and undoes all its changes when it fails', async () => {
  const merchant = await createMerchant('directory@example.com')
  await upsertLocations(merchant, locations(1, 'Mine'))
  const failed = db.inDirectory(async (tx) => {
    expect(await tx.selectFrom('locations').select('name').execute()).toEqual([])
    await tx.deleteFrom('merchant_directory').where('merchant_id', '=', merchant).execute()
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  const left = db.directory.selectFrom('merchant_directory').where('merchant_id', '=', merchant)
  expect(await left.select('merchant_id').execute()).toEqual([{ merchant_id: merchant }])
})

it.each([
  ['{1.5,-2e-10,1e+20,0,3}', [1.5, -2e-10, 1e20, 0, 3]],
  ['{}', []],
  ['{NaN,NULL,-Infinity}', [Number.NaN, null, Number.NEGATIVE_INFINITY]],
  [
    '{{1,2},{3,4}}',
    [
      [1, 2],
      [3, 4],
    ],
  ],
])('arrays of real numbers are read as they are: %s', async (text, numbers) => {
  const { rows } = await sql<{ read: unknown }>`select ${text}::real[] as read`.execute(db.directory)
  expect(rows).toEqual([{ read: numbers }])
})

describe('bulkUpsert', () => {
  it('writes more rows than one chunk and replaces them on the second call', async () => {
    const merchant = await createMerchant('bulk@example.com')
    await upsertLocations(merchant, locations(45_001, 'before'))
    await upsertLocations(merchant, locations(45_001, 'after'))
    const names = await getNames(merchant)
    expect(names).toHaveLength(45_001)
    expect(new Set(names.map((row) => row.name))).toEqual(new Set(['after']))
  })

  it('stores every value as it is given', async () => {
    const merchantId = await createMerchant('values@example.com')
    const named = ['', 'NULL', 'a, "b" \\ {c}', '2026-11-20', "O'Hara"].map((name, i) => ({
      location_id: i + 1,
      name,
      is_active: i % 2 === 0,
    }))
    await upsertLocations(merchantId, named)
    const order = { order_id: 1, day: '2026-11-20', placed_at: null, is_counted: true, updated_at: at }
    const orders = [order, { ...order, order_id: 2 ** 53 - 1, placed_at: at, is_counted: false }]
    await db.withTenant(merchantId, (tx) => bulkInsert(tx, { table: 'orders', merchantId, rows: orders }))
    const read = await db.withTenant(merchantId, async (tx) => [
      await tx.selectFrom('locations').selectAll().orderBy('location_id').execute(),
      await tx.selectFrom('orders').selectAll().orderBy('order_id').execute(),
    ])
    expect(read).toMatchObject([named, orders])
  })

  it('does nothing for no rows', async () => {
    const merchant = await createMerchant('none@example.com')
    await upsertLocations(merchant, [])
    expect(await getNames(merchant)).toEqual([])
  })
})

it('bulkInsert fails when a row with the same key exists', async () => {
  const merchantId = await createMerchant('insert@example.com')
  const insert = () =>
    db.withTenant(merchantId, (tx) =>
      bulkInsert(tx, { table: 'locations', merchantId, rows: locations(2, 'Main') }),
    )
  await insert()
  await expect(insert()).rejects.toThrow(/duplicate key/)
})

describe('a database in the background', () => {
  it.runIf(process.platform === 'linux')('is served by processes of lower priority than others', async () => {
    const background = openDatabase(database.appUrl, {
      poolSize: 1,
      onError: () => undefined,
      isBackground: true,
    })
    const priority = ({ inDirectory }: AppDatabase) =>
      inDirectory(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        return getPriority(rows[0]!.pid)
      })
    expect([await priority(background), await priority(db)]).toEqual([5, 0])
    await background.close()
  })
})

const app = withTestApp()

it('withTenantSnapshot reads one state, whatever is written meanwhile, and writes nothing', async () => {
  const { merchantId } = await app.signUp()
  const rename = (tx: Tx, name: string) =>
    tx.updateTable('merchants').set({ shop_name: name }).where('id', '=', merchantId).execute()
  const nameIn = async (tx: Tx) =>
    (
      await tx
        .selectFrom('merchants')
        .select('shop_name')
        .where('id', '=', merchantId)
        .executeTakeFirstOrThrow()
    ).shop_name
  await app.kernel.db.withTenant(merchantId, (tx) => rename(tx, 'Before'))
  const read = await app.kernel.db.withTenantSnapshot(merchantId, async (tx) => {
    const first = await nameIn(tx)
    await app.kernel.db.withTenantAtOnce(merchantId, (other) => rename(other, 'After'))
    return [first, await nameIn(tx)]
  })
  expect(read).toEqual(['Before', 'Before'])
  expect(await app.kernel.db.withTenant(merchantId, nameIn)).toBe('After')
  await expect(app.kernel.db.withTenantSnapshot(merchantId, (tx) => rename(tx, 'No'))).rejects.toThrow(
    'read-only',
  )
})

it.each([
  productsApi.list.path,
  orderListApi.get.path,
  ordersApi.list.path,
  productsApi.listExcess.path,
  alertsApi.list.path,
  trendsApi.listProducts.path,
  suppliersApi.list.path,
  suppliersApi.listItems.path,
  notificationsApi.listDeliveries.path,
  accountApi.listActivity.path,
  settingsApi.listVariants.path,
])('F-08 the rows and totals of %s are one snapshot', async (path) => {
  const merchant = await app.signUp()
  const snapshot = vi.spyOn(app.kernel.db, 'withTenantSnapshot')
  const { status } = await merchant.request(path)
  expect(status).toBe(200)
  expect(snapshot).toHaveBeenCalledOnce()
  snapshot.mockRestore()
})
