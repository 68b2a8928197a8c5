import { DAY_MS, MINUTE_MS } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { linkIn, PASSWORD, withAccountApp } from '../../testing/account-app.ts'

const app = withAccountApp()

const getStatuses = (answers: Response[], status: number) =>
  answers.filter((answer) => answer.status === status).length

const olderTries = () => app.test.kernel.clock.advance(16 * MINUTE_MS)

describe('wrong passwords', () => {
  it('A-05 for one account are checked ten times in 15 minutes, from whatever addresses', async () => {
    const { email } = await app.signUp()
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => app.signIn(email, `guess number ${i}`)),
    )
    expect([getStatuses(guesses, 401), getStatuses(guesses, 429)]).toEqual([10, 20])
    const right = await app.signIn(email)
    expect(right.status).toBe(429)
    expect(await right.json()).toMatchObject({
      code: 'TOO_MANY_TRIES',
      message: expect.stringContaining('15 minutes'),
    })
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
    olderTries()
    expect((await app.signIn(email)).status).toBe(200)
  })

  it('A-05 from a stranger lock nobody out of a browser that signed in before', async () => {
    const own = await app.signUp()
    await own.browser.post('/api/auth/sign-out', {})
    for (let i = 0; i < 12; i++) await app.signIn(own.email, `guess number ${i}`)
    expect((await app.signIn(own.email)).status).toBe(429)
    expect((await app.signIn(own.email, PASSWORD, own.browser)).status).toBe(200)
  })

  it('A-05 from a browser that signed in before are limited too, separately for each account', async () => {
    const [own, other] = [await app.signUp(), await app.signUp()]
    const guesses: Response[] = []
    for (let i = 0; i < 12; i++) guesses.push(await app.signIn(own.email, `guess number ${i}`, own.browser))
    expect(getStatuses(guesses, 429)).toBe(2)
    for (let i = 0; i < 12; i++) await app.signIn(other.email, `guess number ${i}`)
    expect((await app.signIn(other.email, PASSWORD, own.browser)).status).toBe(429)
  })

  it('A-05 for an address without an account are refused in the same way', async () => {
    const guesses: Response[] = []
    for (let i = 0; i < 12; i++) guesses.push(await app.signIn('nobody@nowhere.example', `guess ${i}`))
    expect([getStatuses(guesses, 401), getStatuses(guesses, 429)]).toEqual([10, 2])
  })

  it('A-05 are the only tries that are counted', async () => {
    const { email } = await app.signUp()
    for (let i = 0; i < 12; i++) expect((await app.signIn(email)).status).toBe(200)
  })

  it('A-10 for a change that asks for the password are limited, and end no session', async () => {
    const own = await app.signUp()
    const change = (currentPassword: string) =>
      own.browser.post('/api/auth/change-password', { currentPassword, newPassword: 'a newer one' })
    const guesses: Response[] = []
    for (let i = 0; i < 8; i++) guesses.push(await change(`guess number ${i}`))
    for (let i = 0; i < 4; i++)
      guesses.push(await own.browser.post('/api/auth/two-factor/disable', { password: `guess number ${i}` }))
    expect([getStatuses(guesses, 400), getStatuses(guesses, 429)]).toEqual([10, 2])
    expect((await change(PASSWORD)).status).toBe(429)
    expect(await app.isSignedIn(own.token)).toBe(true)
    olderTries()
    expect((await change(PASSWORD)).status).toBe(200)
  })
})

it('A-10 reset mails are sent to one address five times in 15 minutes, known or not', async () => {
  const { email } = await app.signUp()
  for (const asked of [email, 'unknown@nowhere.example']) {
    const answers: Response[] = []
    for (let i = 0; i < 8; i++)
      answers.push(await app.newBrowser().post('/api/auth/request-password-reset', { email: asked }))
    expect([getStatuses(answers, 200), getStatuses(answers, 429)]).toEqual([5, 3])
  }
  const mails = await app.mailsTo(email)
  expect(mails).toHaveLength(5)
  const token = linkIn(mails[0]).searchParams.get('token')
  const reset = await app.newBrowser().post('/api/auth/reset-password', { token, newPassword: 'a newer one' })
  expect(reset.status).toBe(200)
})

const isRetention = ({ definition }: { definition: { name: string } }) =>
  definition.name === 'schedule-retention'

describe('counted tries', () => {
  it('A-10 of strangers do not stop an owner who has reset the password by mail', async () => {
    const { email } = await app.signUp()
    for (let i = 0; i < 10; i++) await app.signIn(email, `guess number ${i}`)
    expect((await app.signIn(email)).status).toBe(429)
    const browser = app.newBrowser()
    await browser.post('/api/auth/request-password-reset', { email })
    const token = linkIn((await app.mailsTo(email))[0]).searchParams.get('token')
    await browser.post('/api/auth/reset-password', { token, newPassword: 'a newer one' })
    expect((await app.signIn(email, 'a newer one', browser)).status).toBe(200)
  })

  it('A-05 are stored without a readable address', async () => {
    const { email } = await app.signUp()
    await app.signIn(email, 'not this one')
    expect(JSON.stringify(await app.sql('select * from limit_counts'))).not.toContain(email)
  })

  it('A-05 are removed once they limit nothing', async () => {
    const counts = () => app.sql('select key from limit_counts')
    const retention = app.test.domains.tasks.find(isRetention)!
    await app.signIn('nobody-later@nowhere.example', 'a guess')
    await retention.run({}, new AbortController().signal)
    expect(await counts()).not.toEqual([])
    app.test.kernel.clock.advance(DAY_MS)
    await retention.run({}, new AbortController().signal)
    expect(await counts()).toEqual([])
  })
})

const age = (token: string, interval: string) =>
  app.sql(
    `update auth_sessions set created_at = current_timestamp - $1::interval,
         expires_at = current_timestamp + interval '3 days' where user_id = $2`,
    [interval, JSON.parse(atob(token.split('.')[1]!)).sub],
  )

it('A-07 a session that is used every day ends 30 days after sign-in', async () => {
  const own = await app.signUp()
  await age(own.token, '29 days')
  expect((await own.browser.get('/api/auth/token')).status).toBe(200)
  expect(
    await app.sql(
      `select expires_at <= s.created_at + interval '30 days' as ends from auth_sessions s
         join auth_users u on u.id = user_id where email = $1`,
      [own.email],
    ),
  ).toEqual([{ ends: true }])
  await age(own.token, '30 days 1 second')
  expect(await app.isSignedIn(own.token)).toBe(false)
  expect((await own.browser.get('/api/auth/token')).status).toBe(401)
})
