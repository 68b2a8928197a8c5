import { DAY_MS, sessionSchema } from '@stockcast/contract'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { redactShop } from '../../store/shops/empty-shop.ts'
import { callbackQuery } from '../../testing/fake-shopify.ts'
import { testBrowser } from '../../testing/index.ts'
import { withFakeShopify } from '../../testing/with-store.ts'

const NOW = '2026-11-20T10:00:00Z'
const password = 'a good one'

const test = withFakeShopify()

beforeEach(() => test.kernel.clock.set(NOW))

let count = 0
const newName = () => `returning-${++count}`
const pass = (days: number) => test.kernel.clock.advance(days * DAY_MS)

async function signUp(email: string) {
  const browser = testBrowser(test.signInApp)
  const made = await browser.post('/api/auth/sign-up/email', { email, password, name: 'user' })
  expect(made.status).toBe(200)
  const token = await browser.getToken()
  const merchantId = decodeJwt(token).mid as number
  const headers = { authorization: `Bearer ${token}` }
  const post = (path: string, body: object) => browser.post(path, body, headers)
  return {
    browser,
    merchantId,
    post,
    /** Deletes the data of the store, as the store asks for two days after an uninstall. */
    redact: () =>
      test.kernel.db.withTenant(merchantId, (tx) =>
        redactShop(test.kernel, tx, { merchantId, requestedAt: test.kernel.clock.now() }),
      ),
    session: async () =>
      sessionSchema.parse(await (await browser.get('/api/session', headers)).json()).merchant,
    trial: () =>
      test.kernel.db.withTenant(merchantId, async (tx) => {
        const columns = ['trial_ends_at', 'trial_extended'] as const
        const row = await tx
          .selectFrom('merchants')
          .select(columns)
          .where('id', '=', merchantId)
          .executeTakeFirstOrThrow()
        return { endsOn: row.trial_ends_at.toISOString().slice(0, 10), isExtended: row.trial_extended }
      }),
    billing: async () => (await (await browser.get('/api/billing', headers)).json()) as object,
    connect: async (shop: string) => {
      const redirectOrigin = 'http://localhost:3000'
      const begun = await post('/functions/shopify-oauth-init', { shop, redirectOrigin })
      const { authUrl } = (await begun.json()) as { authUrl: string }
      const state = new URL(authUrl).searchParams.get('state') ?? ''
      const query = callbackQuery({ shop, state, at: test.kernel.clock.now() })
      const { code, hmac } = Object.fromEntries(new URLSearchParams(query))
      const answer = await post('/functions/shopify-oauth-callback', { code, shop, hmac, query: `?${query}` })
      expect(answer.status).toBe(200)
    },
    leave: async () => {
      const answer = await browser.post('/api/auth/delete-user', { password, confirmation: email })
      expect(answer.status).toBe(200)
    },
  }
}

const whole = { endsOn: '2026-12-04', isExtended: false }

/** Returns a store that an account connected before it was deleted. */
async function leftStore(): Promise<string> {
  const shop = `${newName()}.myshopify.com`
  const merchant = await signUp(`${newName()}@shop.example`)
  await merchant.connect(shop)
  await merchant.leave()
  return shop
}

describe('a trial that is remembered from its start', () => {
  it('P-09 does not begin again when a second store is connected before the account is deleted', async () => {
    const shops = [`${newName()}.myshopify.com`, `${newName()}.myshopify.com`]
    const first = await signUp(`${newName()}@shop.example`)
    for (const shop of shops) await first.connect(shop)
    expect(await first.trial()).toEqual(whole)
    await first.leave()
    pass(6)
    for (const shop of shops) {
      const next = await signUp(`${newName()}@shop.example`)
      await next.connect(shop)
      expect(await next.trial()).toEqual(whole)
    }
  })

  it('P-09 does not begin again when the data of the store is deleted', async () => {
    const shop = `${newName()}.myshopify.com`
    const first = await signUp(`${newName()}@shop.example`)
    await first.connect(shop)
    pass(3)
    expect(await first.redact()).toBe(true)
    const second = await signUp(`${newName()}@shop.example`)
    await second.connect(shop)
    expect(await second.trial()).toEqual(whole)
    await second.redact()
    for (const each of [first, second]) await each.leave()
    const third = await signUp(`${newName()}@shop.example`)
    await third.connect(shop)
    expect(await third.trial()).toEqual(whole)
  })

  it('P-09 is shared by two accounts of one mailbox while the first still exists', async () => {
    const name = newName()
    await signUp(`${name}@shop.example`)
    pass(4)
    expect(await (await signUp(`${name}+second@shop.example`)).trial()).toEqual(whole)
  })

  it('C-02 is extended once for a store, whichever account took the extension', async () => {
    const shop = `${newName()}.myshopify.com`
    const first = await signUp(`${newName()}@shop.example`)
    await first.connect(shop)
    pass(10)
    expect((await first.post('/api/billing/extend-trial', {})).status).toBe(200)
    await first.redact()
    const second = await signUp(`${newName()}@shop.example`)
    await second.connect(shop)
    expect(await second.trial()).toEqual({ endsOn: '2026-12-14', isExtended: true })
    await second.redact()
    pass(1)
    const third = await signUp(`${newName()}@shop.example`)
    expect(await third.trial()).toEqual({ endsOn: '2026-12-15', isExtended: false })
    await third.connect(shop)
    expect((await third.post('/api/billing/extend-trial', {})).status).toBe(409)
  })

  it('C-02 is extended once for a mailbox, also by the account that signed up first', async () => {
    const name = newName()
    const first = await signUp(`${name}@shop.example`)
    const second = await signUp(`${name}+second@shop.example`)
    expect((await second.post('/api/billing/extend-trial', {})).status).toBe(200)
    expect((await first.post('/api/billing/extend-trial', {})).status).toBe(409)
  })

  it('is remembered by the next reconciliation if it was not before', async () => {
    const shop = `${newName()}.myshopify.com`
    const first = await signUp(`${newName()}@shop.example`)
    await first.connect(shop)
    await test.kernel.db.withTenant(first.merchantId, async (tx) => {
      await sql`delete from ended_trials where subject_hash in (select subject_hash from trial_subjects)`.execute(
        tx,
      )
      await tx.deleteFrom('trial_subjects').where('merchant_id', '=', first.merchantId).execute()
    })
    for (let run = 0; run < 2; run++) await test.runTask('apply-events', { merchantId: first.merchantId })
    await first.redact()
    pass(5)
    const second = await signUp(`${newName()}@shop.example`)
    await second.connect(shop)
    expect(await second.trial()).toEqual(whole)
  })

  it('is reported to the merchant as used by an earlier account, and to nobody else', async () => {
    const shop = `${newName()}.myshopify.com`
    const first = await signUp(`${newName()}@shop.example`)
    await first.connect(shop)
    expect(await first.session()).toMatchObject({ hadTrialBefore: false })
    await first.redact()
    pass(20)
    const second = await signUp(`${newName()}@shop.example`)
    expect(await second.session()).toMatchObject({ hadTrialBefore: false, isReadOnly: false })
    await second.connect(shop)
    expect(await second.session()).toMatchObject({ hadTrialBefore: true, isReadOnly: true })
  })

  it('is remembered without a readable address or store', async () => {
    const [name, shop] = [newName(), `${newName()}.myshopify.com`]
    const first = await signUp(`${name}@shop.example`)
    await first.connect(shop)
    const remembered = async () => {
      const rows = await test.kernel.db.directory.selectFrom('ended_trials').selectAll().execute()
      return JSON.stringify(rows)
    }
    const before = await remembered()
    await first.leave()
    const after = await remembered()
    expect(after.length).toBeGreaterThan(before.length)
    expect(after).not.toContain(name)
    expect(after).not.toContain(shop)
  })
})

describe('the trial of a merchant who deleted an account and returns', () => {
  it('P-09 is what remained of the first, however the address is written', async () => {
    const name = newName()
    const first = await signUp(`${name}@shop.example`)
    expect(await first.trial()).toEqual(whole)
    pass(5)
    await first.leave()
    pass(3)
    const second = await signUp(`${name.toUpperCase()}+again@shop.example`)
    expect(await second.trial()).toEqual(whole)
    await second.leave()
    pass(7)
    const third = await signUp(`${name}@shop.example`)
    expect(await third.trial()).toEqual(whole)
    expect(await third.billing()).toMatchObject({ status: 'expired', isReadOnly: true })
    expect(await (await signUp(`${newName()}@shop.example`)).trial()).toMatchObject({ endsOn: '2026-12-19' })
  })

  it('C-02 cannot be extended when the first was', async () => {
    const email = `${newName()}@shop.example`
    const first = await signUp(email)
    pass(10)
    expect((await first.post('/api/billing/extend-trial', {})).status).toBe(200)
    await first.leave()
    const second = await signUp(email)
    expect(await second.trial()).toEqual({ endsOn: '2026-12-14', isExtended: true })
    expect((await second.post('/api/billing/extend-trial', {})).status).toBe(409)
  })

  it('is a whole trial again after a year', async () => {
    const email = `${newName()}@shop.example`
    await (await signUp(email)).leave()
    pass(365)
    expect(await (await signUp(email)).trial()).toMatchObject({ endsOn: '2027-12-04' })
  })

  it('ends with the earlier trial of the store, when the store had one with another address', async () => {
    const shop = await leftStore()
    pass(6)
    const second = await signUp(`${newName()}@shop.example`)
    expect(await second.trial()).toMatchObject({ endsOn: '2026-12-10' })
    await second.connect(shop)
    expect(await second.trial()).toEqual(whole)
    const other = await signUp(`${newName()}@shop.example`)
    await other.connect(`${newName()}.myshopify.com`)
    expect(await other.trial()).toMatchObject({ endsOn: '2026-12-10' })
  })

  it('keeps its announced end when a card was given before the store was connected', async () => {
    const shop = await leftStore()
    pass(6)
    const second = await signUp(`${newName()}@shop.example`)
    await test.kernel.db.withTenant(second.merchantId, (tx) =>
      tx
        .insertInto('checkout_sessions')
        .values({
          merchant_id: second.merchantId,
          session_id: 'cs_1',
          purpose: 'trial',
          status: 'complete',
          created_at: test.kernel.clock.now(),
        })
        .execute(),
    )
    await second.connect(shop)
    expect(await second.trial()).toMatchObject({ endsOn: '2026-12-10' })
  })

  it('is not affected by the trial of a demo user', async () => {
    const count = async () =>
      (await test.kernel.db.directory.selectFrom('ended_trials').select('subject_hash').execute()).length
    const before = await count()
    const browser = testBrowser(test.signInApp)
    expect((await browser.post('/api/auth/sign-in/demo', {})).status).toBe(200)
    await browser.post('/api/auth/sign-out', {})
    await test.kernel.db.pool.query(`
      update auth_users set created_at = now() - interval '3 hours' where email like '%@demo.invalid'`)
    await test.runTask('renew-demos', {})
    const left = await test.kernel.db.pool.query(`select 1 from auth_users where email like '%@demo.invalid'`)
    expect(left.rows).toEqual([])
    expect(await count()).toBe(before)
  })
})
