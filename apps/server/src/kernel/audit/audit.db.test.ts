import { type Activity, activitySchema, DAY_MS, type TwoFactorSetup } from '@stockcast/contract'
import { totpCode } from '@stockcast/testkit'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { PASSWORD, type Person, withAccountApp } from '../../testing/account-app.ts'
import type { TestBrowser } from '../../testing/index.ts'
import { newForEachTest } from '../../testing/new-for-each-test.ts'
import type { Tx } from '../database/app-database.ts'
import { forgetAudit } from './queries.ts'

const app = withAccountApp()

const activity = async (token: string, page = 1): Promise<Activity> =>
  activitySchema.parse(await (await app.call(token, `/api/account/activity?page=${page}`)).json())
const events = async ({ token }: Person) => (await activity(token)).entries.map(({ event }) => event)

const post = (browser: TestBrowser, path: string, body: object) => browser.post(`/api/auth${path}`, body)

const own = newForEachTest(() => app.signUp())

describe('GET /api/account/activity', () => {
  it('A-05 lists sign-ins and failed ones, with device and address, newest first', async () => {
    const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36'
    const stranger = app.newBrowser()
    await stranger.post(
      '/api/auth/sign-in/email',
      { email: own.email, password: 'a guess' },
      { 'user-agent': chrome },
    )
    await app.signIn(own.email)
    const { entries, total } = await activity(own.token)
    expect(entries.map(({ event }) => event)).toEqual(['signed_in', 'sign_in_failed', 'signed_up'])
    expect(total).toBe(3)
    expect(entries[1]).toMatchObject({
      device: 'Chrome on Windows',
      address: expect.stringMatching(/^10\.1\./),
    })
  })

  it('A-07 lists each step of two-step sign-in', async () => {
    const setup = (await (
      await post(own.browser, '/two-factor/enable', { password: PASSWORD })
    ).json()) as TwoFactorSetup
    await post(own.browser, '/two-factor/verify-totp', { code: totpCode(setup.totpURI, Date.now()) })
    const other = app.newBrowser()
    await app.signIn(own.email, PASSWORD, other)
    await post(other, '/two-factor/verify-totp', { code: '000000' })
    await post(other, '/two-factor/verify-backup-code', { code: setup.backupCodes[0] })
    own.token = await app.getToken(own.browser)
    expect(await events(own)).toEqual(['signed_in', 'code_refused', 'two_factor_on', 'signed_up'])
    await post(own.browser, '/two-factor/generate-backup-codes', { password: PASSWORD })
    await post(own.browser, '/two-factor/disable', { password: 'not this one' })
    await post(own.browser, '/two-factor/disable', { password: PASSWORD })
    own.token = await app.getToken(own.browser)
    expect((await events(own)).slice(0, 3)).toEqual([
      'two_factor_off',
      'password_refused',
      'backup_codes_made',
    ])
  })

  it('A-10 lists changed passwords and exports', async () => {
    await post(own.browser, '/change-password', { currentPassword: PASSWORD, newPassword: 'a newer one' })
    own.token = await app.getToken(own.browser)
    await (await app.call(own.token, '/api/account/export')).arrayBuffer()
    expect((await events(own)).slice(0, 2)).toEqual(['data_exported', 'password_changed'])
  })

  it('A-10 answers one page at a time', async () => {
    await app.test.kernel.db.withTenant(app.getMerchant(own.token), (tx) =>
      tx
        .insertInto('audit_log')
        .values(
          Array.from({ length: 25 }, (_, i) => ({
            merchant_id: app.getMerchant(own.token),
            at: app.test.kernel.clock.now(),
            event: 'signed_in',
            address: `192.0.2.${i}`,
            detail: '{}',
          })),
        )
        .execute(),
    )
    const [first, second] = [await activity(own.token), await activity(own.token, 2)]
    expect([first.entries.length, second.entries.length, first.total]).toEqual([20, 6, 26])
    expect(first.entries[0]?.address).toBe('192.0.2.24')
  })

  it('X-02 shows a merchant only their own activity', async () => {
    const [own, other] = [await app.signUp(), await app.signUp()]
    for (let i = 0; i < 3; i++) await app.signIn(other.email)
    expect(await events(own)).toEqual(['signed_up'])
  })
})

describe('the audit log', () => {
  it('X-02 can be added to and read, and neither changed nor removed, by the role of the app', async () => {
    const { db } = app.test.kernel
    const merchantId = app.getMerchant(own.token)
    const attempts = [
      (tx: Tx) => tx.updateTable('audit_log').set({ event: 'signed_in' }).execute(),
      (tx: Tx) => tx.deleteFrom('audit_log').execute(),
    ]
    for (const attempt of attempts)
      await expect(db.withTenant(merchantId, async (tx) => attempt(tx))).rejects.toMatchObject({
        code: '42501',
      })
    expect(await events(own)).toEqual(['signed_up'])
  })

  it('X-02 loses only rows that are older than a year, and only of one merchant', async () => {
    const [own, other] = [await app.signUp(), await app.signUp()]
    const { db } = app.test.kernel
    const old = async ({ token }: Person) => {
      const merchant_id = app.getMerchant(token)
      const at = new Date(Date.now() - 366 * DAY_MS)
      await db.withTenant(merchant_id, (tx) =>
        tx.insertInto('audit_log').values({ merchant_id, at, event: 'signed_in', detail: '{}' }).execute(),
      )
    }
    await old(own)
    await old(other)
    await db.withTenant(app.getMerchant(own.token), async (tx) => {
      expect(await forgetAudit(tx, new Date(Date.now() + 1000))).toBe(1)
    })
    expect(await events(own)).toEqual(['signed_up'])
    expect(await events(other)).toEqual(['signed_in', 'signed_up'])
  })

  it('X-02 is removed with its account', async () => {
    const gone = await post(own.browser, '/delete-user', { password: PASSWORD, confirmation: own.email })
    expect(gone.status).toBe(200)
    const merchantId = app.getMerchant(own.token)
    const { sub: userId } = decodeJwt(own.token)
    await app.test.runTask('sweep-erased-account', { merchantId, userId })
    const left = await app.test.kernel.db.withTenant(merchantId, (tx) =>
      tx.selectFrom('audit_log').selectAll().execute(),
    )
    expect(left).toEqual([])
  })
})
