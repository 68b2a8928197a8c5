import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import type { AppEnv } from '../../kernel/http/context.ts'
import { linkIn, PASSWORD, withAccountApp } from '../../testing/account-app.ts'
import { testBrowser } from '../../testing/index.ts'
import { createAuth } from '../auth/auth.ts'
import { createAuthRoutes } from '../routes.ts'

const app = withAccountApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'stockcast@example.com' })

const CALLS = [
  ['/sign-in/email', { password: 'not this one' }],
  ['/request-password-reset', {}],
] as const

describe('whether an address has an account', () => {
  it.each(CALLS)('A-05 is not told by the answer of %s, nor by its time', async (path, body) => {
    const { email } = await app.signUp()
    const seen: unknown[] = []
    for (const each of [email, app.newEmail()]) {
      const start = performance.now()
      const answer = await app.newBrowser().post(`/api/auth${path}`, { ...body, email: each })
      // Timers of Node may end a millisecond early.
      expect(performance.now() - start).toBeGreaterThan(248)
      seen.push([answer.status, await answer.text(), [...answer.headers.keys()]])
    }
    expect(seen[0]).toEqual(seen[1])
  })

  it('A-05 makes no difference to the work of a sign-in: one password is hashed, known or not', async () => {
    const { email } = await app.signUp()
    const auth = createAuth(app.test.kernel)
    const { password } = await auth.$context
    const spies = [vi.spyOn(password, 'hash'), vi.spyOn(password, 'verify')]
    const browser = testBrowser(new Hono<AppEnv>().route('/', createAuthRoutes(app.test.kernel, auth)))
    const hashed: number[] = []
    for (const each of [email, app.newEmail()]) {
      for (const spy of spies) spy.mockClear()
      await browser.post('/api/auth/sign-in/email', { email: each, password: 'not this one' })
      hashed.push(spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0))
    }
    expect(hashed).toEqual([1, 1])
  })

  it('A-03 shows at sign-up, at most ten times in ten minutes for one network address', async () => {
    const { email } = await app.signUp()
    const browser = app.newBrowser()
    const statuses: number[] = []
    for (let n = 0; n < 12; n++)
      statuses.push(
        (await browser.post('/api/auth/sign-up/email', { email, password: PASSWORD, name: 'a' })).status,
      )
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    app.test.kernel.clock.advance(9 * 60_000)
    const later = await browser.post('/api/auth/sign-up/email', { email, password: PASSWORD, name: 'a' })
    expect(later.status).toBe(429)
  })
})

it('A-02 a new password is not the name of the shop, at the change and by a mailed link', async () => {
  const own = await app.signUp()
  const merchantId = app.getMerchant(own.token)
  await app.test.kernel.db.withTenant(merchantId, (tx) =>
    tx.updateTable('merchants').set({ shop_name: 'Harbour Lanterns' }).where('id', '=', merchantId).execute(),
  )
  const newPassword = 'harbourlanterns2026'
  const change = await own.browser.post('/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword,
  })
  await own.browser.post('/api/auth/request-password-reset', { email: own.email })
  const mail = (await app.mailsTo(own.email)).findLast(({ subject }) => subject === 'Choose a new password')
  const token = linkIn(mail).searchParams.get('token')
  const reset = await app.newBrowser().post('/api/auth/reset-password', { token, newPassword })
  for (const answer of [change, reset])
    expect([answer.status, await answer.json()]).toMatchObject([400, { message: /a name that others know/ }])
})
