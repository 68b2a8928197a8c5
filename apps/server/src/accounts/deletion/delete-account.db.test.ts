import { HOUR_MS } from '@stockcast/contract'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../kernel/database/app-database.ts'
import { newForEachTest, type TestBrowser, testBrowser, withTestApp } from '../../testing/index.ts'
import { fillTables, getContent, readTenantTables, type TenantTable } from '../../testing/tenant-tables.ts'
import { createAuth } from '../auth/auth.ts'
import { ensureMerchant } from '../merchants/ensure-merchant.ts'
import { createAuthRoutes } from '../routes.ts'
import { type AccountEndings, eraseAccount } from './erase-account.ts'
import { sweepErasedAccount } from './sweep-erased-account.task.ts'

let tables: TenantTable[]

const test = withTestApp()

beforeAll(async () => {
  tables = await readTenantTables(test.kernel.db.directory)
})

const password = 'a good one'
let users = 0

interface Person {
  email: string
  browser: TestBrowser
  token: string
  merchantId: number
  userId: string
}

async function signUp(email = `leaver-${++users}@example.com`): Promise<Person> {
  const browser = testBrowser(test.signInApp)
  const made = await browser.post('/api/auth/sign-up/email', { email, password, name: 'leaver' })
  expect(made.status).toBe(200)
  const token = await browser.getToken()
  const { mid, sub } = decodeJwt(token)
  return { email, browser, token, merchantId: mid as number, userId: sub! }
}

/** Writes a row into every table of the product. */
async function fill({ merchantId }: Person): Promise<void> {
  await test.kernel.db.withTenant(merchantId, (tx) =>
    fillTables(tx, tables, { merchantId, marker: `of-${merchantId}`, firstId: merchantId * 1000 }),
  )
}

const insertSales = ({ merchantId }: Person, rows: number) =>
  test.kernel.db.withTenant(merchantId, (tx) =>
    sql`insert into sales_daily (merchant_id, variant_id, day, units_sold)
      select ${merchantId}::bigint, 1 + n / 100, date '2026-01-01' + n % 100, 1
      from generate_series(0, ${rows}::integer - 1) n on conflict (merchant_id, variant_id, day) do nothing`.execute(
      tx,
    ),
  )

const content = ({ merchantId }: Person) =>
  test.kernel.db.withTenant(merchantId, (tx) => getContent(tx, tables))

const filledTables = async (person: Person) =>
  Object.entries(await content(person))
    .filter(([, rows]) => rows !== '')
    .map(([name]) => name)

const remove = (browser: TestBrowser, body: object) => browser.post('/api/auth/delete-user', body)

/** Runs the task that the worker would run next. */
const sweep = (person: Pick<Person, 'merchantId' | 'userId'>) => {
  const { merchantId, userId } = person
  return test.runTask('sweep-erased-account', { merchantId, userId })
}

const count = async (sqlText: string, values: unknown[]) =>
  (await test.kernel.db.pool.query<{ count: number }>(sqlText, values)).rows[0]!.count

const own = newForEachTest(signUp)

describe('POST /api/auth/delete-user', () => {
  it('removes every row of the merchant from every table, and nothing of another', async () => {
    const [own, other] = [await signUp(), await signUp()]
    for (const person of [own, other]) await fill(person)
    expect((await filledTables(own)).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
    const before = await content(other)

    expect((await remove(own.browser, { password, confirmation: own.email })).status).toBe(200)
    await sweep(own)
    expect(await filledTables(own)).toEqual([])
    expect(await content(other)).toEqual(before)
    expect(
      await count('select count(*) from merchant_directory where merchant_id = $1', [own.merchantId]),
    ).toBe(0)
    for (const table of ['auth_sessions', 'auth_accounts'])
      expect(await count(`select count(*) from ${table} where user_id = $1`, [own.userId])).toBe(0)
    expect(await count('select count(*) from auth_users where id = $1', [own.userId])).toBe(0)
  })

  it('ends every session, lets nobody sign in again, and lets the address sign up again', async () => {
    await remove(own.browser, { password, confirmation: own.email.toUpperCase() })
    const answer = await test.signInApp.request('/api/session', {
      headers: { authorization: `Bearer ${own.token}` },
    })
    expect(answer.status).toBe(401)
    expect([...own.browser.cookies.keys()]).toEqual(['stockcast.known_device'])
    const again = { email: own.email, password }
    expect((await testBrowser(test.signInApp).post('/api/auth/sign-in/email', again)).status).toBe(401)
    const fresh = await signUp(own.email)
    expect(fresh.merchantId).not.toBe(own.merchantId)
  })

  it('accepts the name of the shop as confirmation too', async () => {
    await test.kernel.db.withTenant(own.merchantId, (tx) =>
      tx
        .updateTable('merchants')
        .set({ shop_name: 'Northfold Coffee' })
        .where('id', '=', own.merchantId)
        .execute(),
    )
    expect((await remove(own.browser, { password, confirmation: ' northfold coffee ' })).status).toBe(200)
  })

  it.each([
    ['without the password', (own: Person) => ({ confirmation: own.email })],
    ['with an empty password', (own: Person) => ({ password: '', confirmation: own.email })],
    ['with a wrong password', (own: Person) => ({ password: 'not this', confirmation: own.email })],
    ['without a confirmation', () => ({ password })],
    ['with another name typed', () => ({ password, confirmation: 'somebody@example.com' })],
    ['with an empty name typed', () => ({ password, confirmation: '  ' })],
    ['with a token in place of the rest', (own: Person) => ({ token: 'x', confirmation: own.email })],
  ])('refuses %s, and deletes nothing', async (_what, body) => {
    expect((await remove(own.browser, body(own))).status).toBe(400)
    expect((await own.browser.get('/api/auth/token')).status).toBe(200)
    expect(await filledTables(own)).toContain('merchants')
  })

  it('is refused without a session', async () => {
    const answer = await remove(testBrowser(test.signInApp), { password, confirmation: own.email })
    expect(answer.status).toBe(401)
  })
})

describe('the end of an account', () => {
  const erase = async (endings: AccountEndings[], own: Person) =>
    eraseAccount(test.kernel, endings, { id: own.userId })

  it('drops queued tasks, calls each module while the rows still exist, and sweeps later', async () => {
    const seen: unknown[] = []
    const refresh = { name: 'refresh', data: { merchantId: own.merchantId }, options: {} }
    test.kernel.sentJobs.push(refresh)
    const endings: AccountEndings[] = [
      { leave: async (merchantId) => void seen.push(['leave', merchantId]) },
      {
        onAccountDeleted: async (tx: Tx, merchantId) => {
          const row = await tx.selectFrom('merchants').select('email').where('id', '=', merchantId).execute()
          seen.push(['delete', row])
          return async () => {
            const left = 'select count(*) from merchant_directory where merchant_id = $1'
            seen.push(['after', await count(left, [merchantId])])
          }
        },
      },
    ]
    await erase(endings, own)
    expect(seen).toEqual([
      ['leave', own.merchantId],
      ['delete', [{ email: own.email }]],
      ['after', 0],
    ])
    expect(test.kernel.sentJobs).not.toContain(refresh)
    const job = { name: 'sweep-erased-account', data: { merchantId: own.merchantId, userId: own.userId } }
    expect(test.kernel.sentJobs.slice(-2)).toEqual([
      { ...job, options: {} },
      { ...job, options: { delaySeconds: 1800 } },
    ])
  })

  it('does not wait for a store that cannot be reached', async () => {
    await erase(
      [
        {
          leave: async () => {
            throw new Error('no answer')
          },
        },
      ],
      own,
    )
    await sweep(own)
    expect(await filledTables(own)).toEqual([])
  })

  it('is tried again after a deadlock with a worker, but not endlessly', async () => {
    const collide = (times: number): AccountEndings => ({
      onAccountDeleted: async () => {
        if (times-- > 0) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
        return undefined
      },
    })
    await expect(erase([collide(9)], own)).rejects.toThrow('deadlock detected')
    await erase([collide(2)], own)
    expect((await own.browser.post('/api/auth/sign-in/email', { email: own.email, password })).status).toBe(
      401,
    )
  })

  it('G-07 completes at once although a worker holds rows, which are removed later', async () => {
    await fill(own)
    await test.kernel.db.withTenant(own.merchantId, async (tx) => {
      await sql`update variants set title = title where merchant_id = ${own.merchantId}`.execute(tx)
      await sql`select 1 from merchants where id = ${own.merchantId} for update`.execute(tx)
      const answer = await remove(own.browser, { password, confirmation: own.email })
      expect(answer.status).toBe(200)
      expect((await own.browser.get('/api/auth/token')).status).toBe(401)
      await sql`insert into stale_days (merchant_id, day) values (${own.merchantId}, '2026-11-01')`.execute(
        tx,
      )
    })
    await sweep(own)
    expect(await filledTables(own)).toEqual([])
  })

  it('G-07 removes many rows in small steps, and continues where it was after a kill', async () => {
    await insertSales(own, 4000)
    await remove(own.browser, { password, confirmation: own.email })
    const left = () =>
      test.kernel.db.withTenant(own.merchantId, async (tx) => {
        const found = await sql<{ count: number }>`select count(*) from sales_daily`.execute(tx)
        return found.rows[0]!.count
      })
    expect(await left()).toBe(4000)

    const killed = new AbortController()
    const steps: number[] = []
    const withTenant: typeof test.kernel.db.withTenant = async (merchantId, work) => {
      const before = await left()
      const answer = await test.kernel.db.withTenant(merchantId, work)
      steps.push(before - (await left()))
      if (steps.filter((rows) => rows > 0).length === 3) killed.abort()
      return answer
    }
    const kernel = { ...test.kernel, db: { ...test.kernel.db, withTenant } }
    await expect(sweepErasedAccount(kernel, own, killed.signal, 500)).rejects.toThrow('aborted')
    expect(Math.max(...steps)).toBe(500)
    expect(await left()).toBe(2500)
    await sweep(own)
    expect(await filledTables(own)).toEqual([])
  })

  it('G-07 is finished by the nightly task when every run of it was killed', async () => {
    await remove(own.browser, { password, confirmation: own.email })
    test.kernel.sentJobs.length = 0
    const data = { merchantId: own.merchantId, userId: own.userId }
    const sent = () => test.kernel.sentJobs.filter(({ name }) => name === 'sweep-erased-account')
    await test.runTask('remove-expired-sign-ins', {})
    expect(sent()).not.toContainEqual({ name: 'sweep-erased-account', data, options: {} })
    test.kernel.clock.advance(HOUR_MS)
    await test.runTask('remove-expired-sign-ins', {})
    expect(sent()).toContainEqual({ name: 'sweep-erased-account', data, options: {} })
    await sweep(own)
    test.kernel.sentJobs.length = 0
    await test.runTask('remove-expired-sign-ins', {})
    expect(sent()).not.toContainEqual({ name: 'sweep-erased-account', data, options: {} })
  })

  it('keeps the whole account when one module cannot end its part', async () => {
    await fill(own)
    const before = await content(own)
    const broken: AccountEndings = {
      onAccountDeleted: async () => {
        throw new Error('the subscription cannot be ended')
      },
    }
    await expect(erase([broken], own)).rejects.toThrow('cannot be ended')
    expect(await content(own)).toEqual(before)
    expect((await own.browser.get('/api/auth/token')).status).toBe(200)
  })

  it('keeps the whole account over HTTP too, and says that something went wrong', async () => {
    const broken: AccountEndings = {
      onAccountDeleted: async () => {
        throw new Error('the subscription cannot be ended')
      },
    }
    const routes = createAuthRoutes(test.kernel, createAuth(test.kernel, { endings: [broken] }))
    const browser = testBrowser(routes)
    for (const [name, value] of own.browser.cookies) browser.cookies.set(name, value)
    expect((await remove(browser, { password, confirmation: own.email })).status).toBe(500)
    expect((await own.browser.get('/api/auth/token')).status).toBe(200)
  })

  it('removes later what was still being written, and a merchant without a user', async () => {
    await erase([], own)
    await test.kernel.db.withTenant(own.merchantId, (tx) =>
      tx
        .insertInto('order_lines')
        .values({
          merchant_id: own.merchantId,
          order_id: 1,
          line_id: 1,
          variant_id: 1,
          day: '2026-11-01',
          units: 1,
        })
        .execute(),
    )
    const again = await ensureMerchant(test.kernel, { id: own.userId, email: own.email })
    for (let run = 0; run < 2; run++) await sweep(own)
    expect(await filledTables(own)).toEqual([])
    expect(await filledTables({ ...own, merchantId: again })).toEqual([])
    expect(await signUp(own.email)).toMatchObject({ email: own.email })
  })

  it('sweeps nothing of a user who still exists', async () => {
    await sweep(own)
    expect(await filledTables(own)).toContain('merchants')
  })
})
