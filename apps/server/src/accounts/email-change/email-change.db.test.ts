import { DAY_MS } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { linkIn, PASSWORD, type Person, withAccountApp } from '../../testing/account-app.ts'
import { expectRefusal } from '../../testing/read-answer.ts'

const app = withAccountApp()

const ask = ({ token }: Person, email: string, password = PASSWORD) =>
  app.call(token, '/api/account/email', { json: { email, password } })
const tokenIn = async (email: string, subject: string) =>
  linkIn((await app.mailsTo(email)).findLast((mail) => mail.subject === subject)).searchParams.get('token') ??
  ''
const newToken = (email: string) => tokenIn(email, 'Confirm your new email address')
const undoToken = (email: string) => tokenIn(email, 'Your email address was changed')
const confirm = ({ token }: Person, link: string) =>
  app.call(token, '/api/account/email/confirm', { json: { token: link } })
const undo = (token: string) => app.newBrowser().post('/api/auth/undo-email', { token })
const setPassword = (token: string, newPassword: string) =>
  app.newBrowser().post('/api/auth/reset-password', { token, newPassword })

async function changed(): Promise<Person & { former: string }> {
  const own = await app.signUp()
  const email = app.newEmail()
  expect((await ask(own, email)).status).toBe(200)
  expect((await confirm(own, await newToken(email))).status).toBe(200)
  return { ...own, former: own.email, email, token: await app.getToken(own.browser) }
}

describe('a new email address', () => {
  it('A-05 is in use, everywhere at once, only after its own mailbox confirmed it', async () => {
    const own = await app.signUp()
    const email = app.newEmail()
    expect(await (await ask(own, email.toUpperCase())).json()).toEqual({ email })
    const waiting = await (await app.call(own.token, '/api/account')).json()
    expect(waiting).toMatchObject({ email: own.email, newEmail: email })
    expect((await app.mailsTo(own.email)).map(({ subject }) => subject)).toContain(
      'A change of your email address was requested',
    )
    expect((await app.signIn(email)).status).toBe(401)

    expect(await (await confirm(own, await newToken(email))).json()).toEqual({ email })
    expect([(await app.signIn(email)).status, (await app.signIn(own.email)).status]).toEqual([200, 401])
    const merchantId = app.getMerchant(own.token)
    const directory = await app.sql('select email from merchant_directory where merchant_id = $1', [
      merchantId,
    ])
    const session = await (await app.call(await app.getToken(own.browser), '/api/session')).json()
    expect([directory, session]).toMatchObject([[{ email }], { merchant: { email } }])
    expect(app.test.kernel.sentJobs).toContainEqual(
      expect.objectContaining({ name: 'follow-email', data: { merchantId } }),
    )
  })

  it('A-05 needs the password, and no mail is sent without it', async () => {
    const own = await app.signUp()
    const email = app.newEmail()
    await expectRefusal(ask(own, email, 'not this one'), 400, { field: 'password' })
    expect(await app.mailsTo(email)).toEqual([])
  })

  it('A-03 cannot be that of another account', async () => {
    const [own, other] = [await app.signUp(), await app.signUp()]
    expect((await ask(own, other.email)).status).toBe(200)
    expect((await app.mailsTo(other.email)).map(({ text }) => text)).not.toContainEqual(
      expect.stringContaining('/account/email?token='),
    )
    const email = app.newEmail()
    await ask(own, email)
    await app.signUp(email)
    expect((await confirm(own, await newToken(email))).status).toBe(409)
    expect((await app.signIn(own.email)).status).toBe(200)
  })

  it('A-03 gets the same answer whether or not it has an account; only its mailbox learns which', async () => {
    const [own, twin, other] = [await app.signUp(), await app.signUp(), await app.signUp()]
    const seen = async (person: Person, email: string) => {
      const answer = await ask(person, email)
      const account = await app.ask<{ newEmail: string }>(person.token, '/api/account')
      const told = [answer.status, await answer.text(), account.newEmail, await app.mailsTo(person.email)]
      return JSON.stringify(
        told.map((each) => JSON.stringify(each).replaceAll(email, 'it').replaceAll(person.email, 'me')),
      )
    }
    expect(await seen(own, other.email)).toBe(await seen(twin, app.newEmail()))
    expect((await app.mailsTo(other.email)).map(({ subject }) => subject)).toContain(
      'This address already has a Stockcast account',
    )
  })

  it('X-02 is accepted only from the account that asked for it, and once', async () => {
    const [own, other] = [await app.signUp(), await app.signUp()]
    const email = app.newEmail()
    await ask(own, email)
    const link = await newToken(email)
    expect((await confirm(other, link)).status).toBe(404)
    expect((await confirm(own, link)).status).toBe(200)
    expect((await confirm(own, link)).status).toBe(404)
  })

  it('P-09 gives the former address no second trial', async () => {
    const own = await changed()
    const again = await app.signUp(own.former)
    const getTrial = async ({ token }: Person) =>
      (await app.ask<{ merchant: { trialEndsAt: string } }>(token, '/api/session')).merchant.trialEndsAt
    const day = DAY_MS
    app.test.kernel.clock.advance(5 * day)
    const later = await changed()
    app.test.kernel.clock.advance(5 * day)
    const third = await app.signUp(later.former)
    expect(await getTrial(third)).toBe(await getTrial(later))
    expect(await getTrial(again)).toBe(await getTrial(own))
  })

  it('A-10 ends links for a new password that were mailed to the former address', async () => {
    const own = await app.signUp()
    await app.newBrowser().post('/api/auth/request-password-reset', { email: own.email })
    const reset = await tokenIn(own.email, 'Choose a new password')
    const email = app.newEmail()
    await ask(own, email)
    await confirm(own, await newToken(email))
    expect((await setPassword(reset, 'a newer one')).status).toBe(400)
  })
})

describe('undoing a new email address', () => {
  it('A-05 restores the former address, ends every session and asks for a new password', async () => {
    const own = await changed()
    const undone = await undo(await undoToken(own.former))
    expect(undone.status).toBe(200)
    const { token } = (await undone.json()) as { token: string }
    expect(await app.isSignedIn(own.token)).toBe(false)
    for (const email of [own.email, own.former]) expect((await app.signIn(email)).status).toBe(401)
    expect((await setPassword(token, 'a newer one')).status).toBe(200)
    expect((await app.signIn(own.former, 'a newer one')).status).toBe(200)
    expect((await undo(await undoToken(own.former))).status).toBe(404)
  })

  it('A-05 works with no other link, and not after its link has expired', async () => {
    const own = await changed()
    expect((await undo('guessed')).status).toBe(404)
    await app.sql("update auth_email_changes set expires_at = current_timestamp - interval '1 second'")
    expect((await undo(await undoToken(own.former))).status).toBe(404)
    expect((await app.signIn(own.email)).status).toBe(200)
  })
})

it('A-10 the mailed link that undoes the change is stored only as a hash', async () => {
  const own = await changed()
  const stored = JSON.stringify(await app.sql('select * from auth_email_changes'))
  expect(stored).not.toContain(await undoToken(own.former))
})
