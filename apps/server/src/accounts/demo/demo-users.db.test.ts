import { randomUUID } from 'node:crypto'
import { DAY_MS, productListSchema, sessionSchema } from '@stockcast/contract'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createDiskWatch } from '../../kernel/disk/disk-watch.ts'
import type { AppEnv } from '../../kernel/http/context.ts'
import { errorResponse } from '../../kernel/http/error-response.ts'
import { type DemoQuota, demoRules } from '../../kernel/limits/rules.ts'
import { type TestBrowser, testBrowser, withTestApp } from '../../testing/index.ts'
import { queuedMailsTo } from '../../testing/queued-mails.ts'
import { expectRefusal } from '../../testing/read-answer.ts'
import { fillTables, getContent, readTenantTables } from '../../testing/tenant-tables.ts'
import { createAuth } from '../auth/auth.ts'
import { rateLimits } from '../limits/rate-limits.ts'
import { createAccountRoutes, createAuthRoutes } from '../routes.ts'
import { renewDemos, type renewDemosTask } from './renew-demos.task.ts'

const test = withTestApp({ env: { FORECAST_THREADS: '1' } })

const password = 'a good one'
let addresses = 0
const newEmail = () => `kept-${++addresses}@example.com`
const sql = (text: string, values: unknown[]) => test.kernel.db.pool.query(text, values)

interface Visit {
  browser: TestBrowser
  get(path: string): Promise<Response>
  post(path: string, json: unknown): Promise<Response>
  session(): Promise<ReturnType<typeof sessionSchema.parse>>
}

/** Returns a browser with access tokens for its cookie, fetched again for each call as the web app may do. */
function getVisit(browser: TestBrowser): Visit {
  const headers = async () => {
    const token = await browser.getToken()
    return { authorization: `Bearer ${token}` }
  }
  const get = async (path: string) => browser.get(path, await headers())
  return {
    browser,
    get,
    post: async (path, json) => browser.post(path, json, await headers()),
    session: async () => sessionSchema.parse(await (await get('/api/session')).json()),
  }
}

async function tryDemo(): Promise<Visit> {
  const browser = testBrowser(test.signInApp)
  const answer = await browser.post('/api/auth/sign-in/demo', {})
  expect(answer.status).toBe(200)
  return getVisit(browser)
}

const toRows = async (visit: Visit) =>
  productListSchema.parse(await (await visit.get('/api/products?sort=title')).json()).rows

async function renew(): Promise<void> {
  const name: (typeof renewDemosTask)['name'] = 'renew-demos'
  await test.runTask(name, {})
}

/** Makes the account of this visit look older. */
const age = async (visit: Visit, hours: number) => {
  const { email } = (await visit.session()).merchant
  await sql(`update auth_users set created_at = now() - make_interval(hours => $2) where email = $1`, [
    email,
    hours,
  ])
  return email
}

describe('POST /api/auth/sign-in/demo', () => {
  it('D-03, T-06 opens the sample store with one call, without an address or a password', async () => {
    const visit = await tryDemo()
    const { merchant } = await visit.session()
    expect(merchant).toMatchObject({ isDemo: true, isDemoUser: true, isConnected: false })
    expect((await toRows(visit)).map(({ title, currentStock }) => [title, currentStock])).toEqual([
      ['Gooseneck Kettle', 120],
      ['Hand Grinder', 120],
      ['Paper Filters', 120],
    ])
    expect(test.kernel.sentJobs.map(({ name }) => name)).toContain('forecast-shop')
  })

  it('T-06 shows every demo user the same data, in accounts of their own', async () => {
    const [one, two] = [await tryDemo(), await tryDemo()]
    expect(await toRows(two)).toEqual(await toRows(one))
    expect((await two.session()).merchant.id).not.toBe((await one.session()).merchant.id)
  })

  it('keeps a signed-in caller in their own account', async () => {
    const visit = await tryDemo()
    const before = (await visit.session()).merchant.id
    expect((await visit.browser.post('/api/auth/sign-in/demo', {})).status).toBe(200)
    expect((await visit.session()).merchant.id).toBe(before)
  })

  it('shows scripts no session token', async () => {
    const answer = await testBrowser(test.signInApp).post('/api/auth/sign-in/demo', {})
    expect(Object.keys((await answer.json()) as object)).toEqual(['user'])
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/)
  })

  it('is refused from one network address after ten in ten minutes', async () => {
    const auth = createAuth(test.kernel, { limits: rateLimits('live') })
    const browser = testBrowser(new Hono<AppEnv>().route('/', createAuthRoutes(test.kernel, auth)))
    const statuses = []
    for (let call = 0; call < 11; call++) {
      browser.cookies.clear()
      statuses.push((await browser.post('/api/auth/sign-in/demo', {})).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  describe('with few demos at a time', () => {
    const few: DemoQuota = { live: 10_000, perAddress: demoRules.sandbox }
    const getPage = (demos: DemoQuota) =>
      new Hono<AppEnv>().route('/', createAuthRoutes(test.kernel, createAuth(test.kernel, { demos })))
    const getRefusal = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { code: string }).code,
    ]
    const countLive = async () => {
      const found = await sql(
        `select count(*)::int as live from demo_starts d where exists (
          select from auth_users u where u.email = d.email) or d.started_at > now() - interval '1 minute'`,
        [],
      )
      return found.rows[0].live as number
    }

    it('is refused to everybody at the limit of demo accounts, also for concurrent calls', async () => {
      const live = (await countLive()) + 2
      const page = getPage({ ...few, live })
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => testBrowser(page).post('/api/auth/sign-in/demo', {})),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429, 429])
      expect(await countLive()).toBe(live)
      const refused = answers.find(({ status }) => status === 429)!
      expect(await refused.json()).toMatchObject({
        code: 'TOO_MANY_DEMOS',
        message: expect.stringMatching(/sign up/),
      })
    })

    it('is refused only to a network address that has begun many demos within the hour', async () => {
      const page = getPage({ ...few, perAddress: { ...demoRules.live, most: 2 } })
      const browser = testBrowser(page)
      const begin = () => {
        browser.cookies.clear()
        return browser.post('/api/auth/sign-in/demo', {})
      }
      expect([(await begin()).status, (await begin()).status]).toEqual([200, 200])
      expect(await getRefusal(await begin())).toEqual([429, 'TOO_MANY_DEMOS'])
      expect((await testBrowser(page).post('/api/auth/sign-in/demo', {})).status).toBe(200)
    })

    it('is refused with a sentence if demos are switched off', async () => {
      const kernel = { ...test.kernel, config: { ...test.kernel.config, hasDemo: false } }
      const page = new Hono<AppEnv>().route('/', createAuthRoutes(kernel, createAuth(kernel)))
      const refused = await testBrowser(page).post('/api/auth/sign-in/demo', {})
      expect(refused.status).toBe(403)
      expect(await refused.json()).toEqual({ code: 'DEMO_OFF', message: expect.stringMatching(/Sign up/) })
    })

    it('is refused while storage is low', async () => {
      const disk = createDiskWatch({
        folders: { data: '/' },
        minFreeBytes: 100,
        log: test.kernel.log,
        getFreeBytes: async () => 99,
      })
      const kernel = { ...test.kernel, disk }
      const page = new Hono<AppEnv>().route('/', createAuthRoutes(kernel, createAuth(kernel)))
      expect(await getRefusal(await testBrowser(page).post('/api/auth/sign-in/demo', {}))).toEqual([
        503,
        'STORAGE_LOW',
      ])
    })
  })

  it('uses addresses that nobody can sign up with', async () => {
    const body = { email: 'visitor-me@demo.invalid', password, name: 'me' }
    const answer = await testBrowser(test.signInApp).post('/api/auth/sign-up/email', body)
    expect(answer.status).toBe(400)
  })
})

describe('a demo user', () => {
  it.each([
    ['/functions/shopify-oauth-init', { shop: 'a', redirectOrigin: 'http://localhost:3000' }],
    ['/functions/stripe-create-setup-session', {}],
    ['/api/billing/portal', {}],
    ['/api/notifications/email/test', {}],
  ])('cannot POST %s before the account is kept', async (path, body) => {
    const answer = await (await tryDemo()).post(path, body)
    expect(answer.status).toBe(412)
    expect(await answer.text()).toContain('Keep this account first')
  })

  it('gets no mail, whatever they request', async () => {
    const visit = await tryDemo()
    const { email } = (await visit.session()).merchant
    await visit.browser.post('/api/auth/request-password-reset', { email, redirectTo: '/auth/reset' })
    const welcome = await visit.post('/functions/send-welcome-email', { email, name: 'Demo user' })
    expect(await welcome.json()).toEqual({ sent: false })
    expect(await queuedMailsTo(test.kernel, email)).toEqual([])
  })
})

describe('POST /api/account/keep', () => {
  it('gives the account an address, a password and a new trial, and keeps all its data', async () => {
    const visit = await tryDemo()
    const { id } = (await visit.session()).merchant
    const email = newEmail()
    const answer = await visit.post('/api/account/keep', { email: email.toUpperCase(), password })
    expect(await answer.json()).toEqual({ email })
    expect((await visit.session()).merchant).toMatchObject({
      id,
      email,
      isDemoUser: false,
      trialDaysRemaining: 14,
    })
    const again = testBrowser(test.signInApp)
    expect((await again.post('/api/auth/sign-in/email', { email, password })).status).toBe(200)
    expect(await toRows(getVisit(again))).toHaveLength(3)
  })

  it('P-09 begins a trial also for a demo user whose demo trial has ended', async () => {
    const visit = await tryDemo()
    const { id } = (await visit.session()).merchant
    const settle = () => test.runTask('apply-events', { merchantId: id })
    const fifteenDays = 15 * DAY_MS
    test.kernel.clock.advance(fifteenDays)
    try {
      await settle()
      expect((await visit.session()).merchant.subscriptionStatus).toBe('expired')
      await visit.post('/api/account/keep', { email: newEmail(), password })
      for (const look of [async () => undefined, settle]) {
        await look()
        const { merchant } = await visit.session()
        expect(merchant).toMatchObject({ subscriptionStatus: 'trial', trialDaysRemaining: 14 })
      }
    } finally {
      test.kernel.clock.advance(-fifteenDays)
    }
  })

  it('A-03 refuses an address that is taken, and the account stays a demo', async () => {
    const [one, two] = [await tryDemo(), await tryDemo()]
    const email = newEmail()
    await one.post('/api/account/keep', { email, password })
    await expectRefusal(two.post('/api/account/keep', { email, password }), 409, {
      field: 'email',
      message: expect.stringContaining('already registered'),
    })
    expect((await two.session()).merchant.isDemoUser).toBe(true)
  })

  it('A-03 refuses, with a sentence, all but one of several calls with the same address', async () => {
    const visits = await Promise.all(Array.from({ length: 5 }, tryDemo))
    const email = newEmail()
    const answers = await Promise.all(
      visits.map((visit) => visit.post('/api/account/keep', { email, password })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(await answer.json()).toMatchObject({
        error: { field: 'email', message: expect.stringContaining('already registered') },
      })
    }
  })

  it('is refused to an account that already has an address', async () => {
    const visit = await tryDemo()
    await visit.post('/api/account/keep', { email: newEmail(), password })
    const email = newEmail()
    expect((await visit.post('/api/account/keep', { email, password })).status).toBe(412)
    expect((await visit.session()).merchant.email).not.toBe(email)
  })

  it('is refused from one network address after ten in a minute', async () => {
    const email = newEmail()
    const limited = new Hono<AppEnv>()
    limited.onError((error, c) => errorResponse(c, error, test.kernel.log))
    limited.use(async (c, next) => {
      c.set('signedIn', {
        merchantId: 1,
        homeId: 1,
        role: 'owner',
        userId: randomUUID(),
        sessionId: randomUUID(),
        email,
      })
      await next()
    })
    limited.route(
      '/',
      createAccountRoutes(test.kernel, createAuth(test.kernel, { limits: rateLimits('live') })),
    )
    const browser = testBrowser(limited)
    const statuses = []
    for (let call = 0; call < 11; call++) {
      statuses.push((await browser.post('/api/account/keep', { email, password })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(412), 429])
  })

  it('happens once when it is called twice at the same time', async () => {
    const visit = await tryDemo()
    const answers = await Promise.all(
      [newEmail(), newEmail()].map((email) => visit.post('/api/account/keep', { email, password })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  it.each([
    [{ email: 'nobody', password }, 'email'],
    [{ email: 'a@demo.invalid', password }, 'email'],
    [{ email: 'short@example.com', password: '12345' }, 'password'],
    [{ email: 'long@example.com', password: 'x'.repeat(129) }, 'password'],
    [{ password }, 'email'],
  ])('A-02 names what is wrong with %j', async (body, field) => {
    await expectRefusal((await tryDemo()).post('/api/account/keep', body), 400, { field })
  })
})

describe('the nightly clean-up', () => {
  it('removes what a demo user left behind, once no session leads to it', async () => {
    const visit = await tryDemo()
    const { id } = (await visit.session()).merchant
    const email = await age(visit, 2)
    await sql(
      `update auth_sessions set expires_at = now() - interval '1 minute' where user_id =
      (select id from auth_users where email = $1)`,
      [email],
    )
    const tables = await readTenantTables(test.kernel.db.directory)
    const own = <T>(work: Parameters<typeof test.kernel.db.withTenant<T>>[1]) =>
      test.kernel.db.withTenant(id, work)
    await own((tx) => fillTables(tx, tables, { merchantId: id, marker: 'left behind', firstId: 900_000_001 }))
    const userId = (await sql('select id from auth_users where email = $1', [email])).rows[0].id
    await renew()
    await test.runTask('sweep-erased-account', { merchantId: id, userId })
    expect(Object.values(await own((tx) => getContent(tx, tables))).join('')).toBe('')
    expect((await sql(`select 1 from auth_users where email = $1`, [email])).rowCount).toBe(0)
    expect((await sql(`select 1 from merchant_directory where merchant_id = $1`, [id])).rowCount).toBe(0)
  })

  it('T-06 makes the sample of the other demo users end yesterday again', async () => {
    const visit = await tryDemo()
    await age(visit, 2)
    const fiveDays = 5 * DAY_MS
    test.kernel.clock.advance(fiveDays)
    try {
      expect((await toRows(visit))[0]?.salesLast30.slice(-3)).toEqual([0, 0, 0])
      await renew()
      expect((await toRows(visit))[0]?.salesLast30).toEqual(Array(30).fill(6))
    } finally {
      test.kernel.clock.advance(-fiveDays)
    }
  })

  it('goes on after an account that cannot be deleted, and reports it at the end', async () => {
    const [stuck, gone, here] = [await tryDemo(), await tryDemo(), await tryDemo()]
    const getId = async (visit: Visit) => {
      const email = await age(visit, 2)
      const { rows } = await sql(`select id from auth_users where email = $1`, [email])
      return rows[0].id as string
    }
    const [stuckId, goneId] = [await getId(stuck), await getId(gone)]
    await age(here, 2)
    await sql(`delete from auth_sessions where user_id = any($1)`, [[stuckId, goneId]])
    const asked: string[] = []
    const erase = async ({ id }: { id: string }) => {
      asked.push(id)
      if (asked.length === 1) throw new Error('locked')
    }
    const fiveDays = 5 * DAY_MS
    test.kernel.clock.advance(fiveDays)
    try {
      await expect(renewDemos(test.kernel, { erase })).rejects.toThrow('demo accounts not deleted: 1')
      expect(asked).toEqual(expect.arrayContaining([stuckId, goneId]))
      expect((await toRows(here))[0]?.salesLast30).toEqual(Array(30).fill(6))
    } finally {
      test.kernel.clock.advance(-fiveDays)
    }
  })

  it('leaves accounts that were kept, and one that is being created', async () => {
    const [kept, young] = [await tryDemo(), await tryDemo()]
    await age(kept, 2)
    await kept.post('/api/account/keep', { email: newEmail(), password })
    const { email } = (await young.session()).merchant
    await sql(`delete from auth_sessions where user_id = (select id from auth_users where email = $1)`, [
      email,
    ])
    await renew()
    expect((await kept.session()).merchant.isDemoUser).toBe(false)
    expect((await sql(`select 1 from auth_users where email = $1`, [email])).rowCount).toBe(1)
  })
})
