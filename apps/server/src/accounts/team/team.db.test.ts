import { DAY_MS, MAX_TEAM, type Session, type Team } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { linkIn, PASSWORD, type Person, withAccountApp } from '../../testing/account-app.ts'

const app = withAccountApp()

const NEW_PASSWORD = 'another good one'

async function invite(owner: Person, email: string, role = 'buyer') {
  const answer = await app.call(owner.token, '/api/team/invitations', { json: { email, role } })
  return { status: answer.status, body: (await answer.json()) as Team }
}

async function linkTo(email: string): Promise<string> {
  const mails = (await app.mailsTo(email)).filter(({ subject }) => subject.startsWith('You are invited'))
  return linkIn(mails.at(-1)).searchParams.get('token')!
}

/** Takes an invitation as somebody who has no account, and signs in. */
async function joinAsNew(email: string, token?: string): Promise<Person> {
  const browser = app.newBrowser()
  const body = { token: token ?? (await linkTo(email)), password: NEW_PASSWORD }
  const accepted = await browser.post('/api/auth/invitation/accept', body)
  expect(accepted.status).toBe(200)
  expect((await app.signIn(email, NEW_PASSWORD, browser)).status).toBe(200)
  return { email, browser, token: await app.getToken(browser) }
}

/** Takes an invitation to the address of an account; the new token is that of the joined shop. */
async function join(person: Person): Promise<Response> {
  const answer = await app.call(person.token, '/api/team/people', {
    json: { token: await linkTo(person.email) },
  })
  person.token = await app.getToken(person.browser)
  return answer
}

async function getTeam(person: Person): Promise<Team> {
  return app.ask<Team>(person.token, '/api/team')
}
async function getId(owner: Person, email: string): Promise<string> {
  return (await getTeam(owner)).people.find((person) => person.email === email)!.userId
}
const sessionOf = (person: Person) => app.ask<Session>(person.token, '/api/session')
const getStatus = async (person: Person, path: string, init?: { method?: string; json?: unknown }) =>
  (await app.call(person.token, path, init)).status
const open = async (person: Person, merchantId: number) => {
  const status = await getStatus(person, '/api/team/shop', { method: 'PUT', json: { merchantId } })
  if (status === 200) person.token = await app.getToken(person.browser)
  return status
}

async function shopWith(role: 'buyer' | 'viewer') {
  const owner = await app.signUp()
  const email = app.newEmail()
  await invite(owner, email, role)
  return { owner, member: await joinAsNew(email), shopId: app.getMerchant(owner.token) }
}

describe('an invitation', () => {
  it('M-02 takes somebody without an account into the shop, with a confirmed address and no trial', async () => {
    const { owner, member, shopId } = await shopWith('viewer')
    const { user, merchant } = await sessionOf(member)
    expect(merchant.id).toBe(shopId)
    expect(user).toEqual({
      homeId: expect.any(Number),
      email: member.email,
      role: 'viewer',
      isMemberOnly: true,
      shops: [{ merchantId: shopId, name: owner.email, role: 'viewer' }],
    })
    const trials = await app.sql(
      'select 1 from merchant_directory d join auth_users u on u.id = d.user_id where u.email = $1 and d.is_member_only and u.email_verified',
      [member.email],
    )
    expect(trials).toHaveLength(1)
    expect(await app.mailsTo(member.email)).toHaveLength(1)
    expect((await getTeam(owner)).people.map(({ role }) => role)).toEqual(['owner', 'viewer'])
  })

  it('M-03 takes an account of its own shop into another, which it then has open', async () => {
    const [owner, other] = [await app.signUp(), await app.signUp()]
    await invite(owner, other.email.toUpperCase(), 'buyer')
    expect((await join(other)).status).toBe(200)
    expect(await sessionOf(other)).toMatchObject({
      merchant: { id: app.getMerchant(owner.token) },
      user: { role: 'buyer', isMemberOnly: false, shops: [{ role: 'owner' }, { role: 'buyer' }] },
    })
  })

  it('M-02 has the same answer for an address with an account and one without', async () => {
    const [owner, known] = [await app.signUp(), await app.signUp()]
    const unknown = app.newEmail()
    const shapes = [await invite(owner, known.email), await invite(owner, unknown)].map(
      ({ status, body }) => [status, Object.keys(body.invitations[0]!), body.invitations[0]!.role],
    )
    expect(shapes[0]).toEqual(shapes[1])
    expect((await app.mailsTo(known.email)).at(-1)!.subject).toBe(
      (await app.mailsTo(unknown)).at(-1)!.subject,
    )
  })

  it('M-02 works once, also when two pages take it at the same moment', async () => {
    const owner = await app.signUp()
    const email = app.newEmail()
    await invite(owner, email)
    const token = await linkTo(email)
    const take = () => app.newBrowser().post('/api/auth/invitation/accept', { token, password: NEW_PASSWORD })
    const statuses = (await Promise.all([take(), take()])).map(({ status }) => status)
    expect(statuses.toSorted()).toSatisfy(([first, second]: number[]) => first === 200 && second! >= 400)
    expect((await take()).status).toBe(404)
    expect((await getTeam(owner)).people).toHaveLength(2)
  })

  it('does not work when it is forged, expired, replaced, taken back, or of a shop that is gone', async () => {
    const owner = await app.signUp()
    const email = app.newEmail()
    const view = (token: string) => app.newBrowser().post('/api/auth/invitation', { token })
    await invite(owner, email)
    const first = await linkTo(email)
    expect((await view(first)).status).toBe(200)
    const other = await app.signUp()
    const [, secret] = first.split('.')
    for (const forged of [
      `${first.slice(0, -1)}x`,
      `${app.getMerchant(other.token)}.${secret}`,
      'x',
      `1.${'x'.repeat(43)}`,
    ])
      expect((await view(forged)).status).toBe(404)

    const { invitations } = (await invite(owner, email, 'viewer')).body
    const second = await linkTo(email)
    expect([(await view(first)).status, (await view(second)).status]).toEqual([404, 200])
    expect(await getStatus(owner, `/api/team/invitations/${invitations[0]!.id}/resend`, { json: {} })).toBe(
      200,
    )
    const third = await linkTo(email)
    expect([(await view(second)).status, (await view(third)).status]).toEqual([404, 200])
    app.test.kernel.clock.advance(8 * DAY_MS)
    expect((await view(third)).status).toBe(404)
    expect((await getTeam(owner)).invitations[0]).toMatchObject({ email, isExpired: true })
    expect(await getStatus(owner, `/api/team/invitations/${invitations[0]!.id}`, { method: 'DELETE' })).toBe(
      200,
    )
    expect(await getStatus(owner, `/api/team/invitations/${invitations[0]!.id}`, { method: 'DELETE' })).toBe(
      404,
    )

    await invite(owner, email)
    const last = await linkTo(email)
    await app.test.domains.eraseAccount({ id: (await getTeam(owner)).people[0]!.userId })
    expect((await view(last)).status).toBe(404)
  })

  it('is for its address alone, and for nobody who belongs to the shop', async () => {
    const { owner, member } = await shopWith('buyer')
    expect((await invite(owner, member.email)).status).toBe(409)
    expect((await invite(owner, owner.email)).status).toBe(409)
    const [invited, other] = [app.newEmail(), await app.signUp()]
    await invite(owner, invited)
    const token = await linkTo(invited)
    const answer = await app.call(other.token, '/api/team/people', { json: { token } })
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(invited)])
    const registered = await app.signUp(invited)
    const refused = await app
      .newBrowser()
      .post('/api/auth/invitation/accept', { token, password: NEW_PASSWORD })
    expect(refused.status).toBe(409)
    expect((await join(registered)).status).toBe(200)
  })

  it('is not accepted with a password that is easy to guess, and stays valid', async () => {
    const owner = await app.signUp()
    const email = app.newEmail()
    await invite(owner, email)
    const token = await linkTo(email)
    const weak = await app.newBrowser().post('/api/auth/invitation/accept', { token, password: 'password1' })
    expect(weak.status).toBe(400)
    await joinAsNew(email, token)
  })

  it('is refused to a demo user, to a full team, and above the daily limit', async () => {
    const demo = app.newBrowser()
    await demo.post('/api/auth/sign-in/demo', {})
    const token = await app.getToken(demo)
    const json = { email: app.newEmail(), role: 'buyer' }
    expect((await app.call(token, '/api/team/invitations', { json })).status).toBe(412)

    const owner = await app.signUp()
    for (let n = 1; n < MAX_TEAM; n++) expect((await invite(owner, app.newEmail())).status).toBe(200)
    const before = (await getTeam(owner)).invitations.length
    expect((await invite(owner, app.newEmail())).status).toBe(429)
    expect((await getTeam(owner)).invitations).toHaveLength(before)
    for (let n = 0; n < 25; n++) await invite(owner, app.newEmail())
    const [{ id }] = (await getTeam(owner)).invitations as [Team['invitations'][number]]
    expect(await getStatus(owner, `/api/team/invitations/${id}/resend`, { json: {} })).toBe(429)
  })

  it('is not mailed more than ten times a day to one address, with the same answer', async () => {
    const [owner, email] = [await app.signUp(), app.newEmail()]
    for (let n = 0; n < 12; n++) expect((await invite(owner, email)).status).toBe(200)
    expect(await app.mailsTo(email)).toHaveLength(10)
  })
})

describe('a member', () => {
  it('may neither invite, nor change roles or their own, nor remove others, nor hand the shop over', async () => {
    for (const role of ['buyer', 'viewer'] as const) {
      const { owner, member } = await shopWith(role)
      const [ownId, ownerId] = [await getId(owner, member.email), await getId(owner, owner.email)]
      const tries = [
        ['/api/team/invitations', { json: { email: app.newEmail(), role: 'buyer' } }],
        [`/api/team/people/${ownId}`, { method: 'PUT', json: { role: 'buyer' } }],
        [`/api/team/people/${ownerId}`, { method: 'PUT', json: { role: 'viewer' } }],
        [`/api/team/people/${ownerId}`, { method: 'DELETE' }],
        ['/api/team/owner', { json: { userId: ownId, password: NEW_PASSWORD } }],
        ['/api/billing', {}],
      ] as const
      for (const [path, init] of tries)
        expect([path, await getStatus(member, path, init)]).toEqual([path, 403])
      expect((await getTeam(member)).invitations).toEqual([])
      expect((await getTeam(member)).people.map(({ email }) => email)).toEqual([owner.email, member.email])
    }
  })

  it('has another role with the next request after it was changed', async () => {
    const { owner, member } = await shopWith('viewer')
    const order = { json: { supplierId: 1, lines: [] } }
    expect(await getStatus(member, '/api/purchase-orders', order)).toBe(403)
    const id = await getId(owner, member.email)
    const change = { method: 'PUT', json: { role: 'buyer' } }
    expect(await getStatus(owner, `/api/team/people/${id}`, change)).toBe(200)
    expect(await getStatus(member, '/api/purchase-orders', order)).not.toBe(403)
    const ownerId = await getId(owner, owner.email)
    expect(await getStatus(owner, `/api/team/people/${ownerId}`, change)).toBe(412)
  })

  it('M-07 is seen by the owner with each device that has the shop open, and with no other', async () => {
    const { owner, member, shopId } = await shopWith('buyer')
    const elsewhere = app.newBrowser()
    await app.signIn(member.email, NEW_PASSWORD, elsewhere)
    const own = { ...member, browser: elsewhere, token: await app.getToken(elsewhere) }
    const devicesOf = async (reader: Person, of: Person) =>
      (await getTeam(reader)).people.find(({ email }) => email === of.email)!.devices
    expect(await devicesOf(owner, member)).toHaveLength(2)
    const [device] = await devicesOf(owner, member)
    expect(device).toEqual({
      device: expect.any(String),
      signedInAt: expect.any(String),
      lastSeenAt: expect.any(String),
    })
    const second = await app.signUp()
    await invite(second, member.email)
    await join(own)
    expect(app.getMerchant(own.token)).not.toBe(shopId)
    expect(await devicesOf(owner, member)).toHaveLength(1)
    expect(await devicesOf(member, owner)).toEqual([])
    expect(await devicesOf(member, member)).toHaveLength(1)
  })

  it('M-07 who is signed out of a shop is out of it at once on every device, and in again after a sign-in', async () => {
    const { owner, member, shopId } = await shopWith('buyer')
    const second = await app.signUp()
    await invite(second, member.email)
    const elsewhere = app.newBrowser()
    await app.signIn(member.email, NEW_PASSWORD, elsewhere)
    const own = { ...member, browser: elsewhere, token: await app.getToken(elsewhere) }
    await join(own)
    const path = `/api/team/people/${await getId(owner, member.email)}/devices`
    const end = { method: 'DELETE' }
    expect(await getStatus(member, path, end)).toBe(403)
    expect(await getStatus(second, `/api/team/people/${await getId(owner, owner.email)}/devices`, end)).toBe(
      404,
    )
    expect(await getStatus(owner, path, end)).toBe(200)
    expect(await getStatus(member, '/api/session')).toBe(401)
    expect((await member.browser.get('/api/auth/token')).status).toBe(401)
    // The device that has another shop open stays there, and cannot come back.
    expect(await getStatus(own, '/api/session')).toBe(200)
    expect(await open(own, shopId)).toBe(403)
    await app.signIn(member.email, NEW_PASSWORD, member.browser)
    const again = { ...member, token: await app.getToken(member.browser) }
    expect(await open(again, shopId)).toBe(200)
    expect((await sessionOf(again)).merchant.id).toBe(shopId)
    const log = await app.ask<{ entries: object[] }>(owner.token, '/api/account/activity')
    expect(log.entries[0]).toMatchObject({
      event: 'member_signed_out',
      detail: member.email,
      by: owner.email,
    })
  })

  it('M-07 whose only open shop is gone does not begin a trial by having been signed out of the other', async () => {
    const { owner, member } = await shopWith('buyer')
    const second = await app.signUp()
    await invite(second, member.email)
    await join(member)
    const id = await getId(owner, member.email)
    await app.call(owner.token, `/api/team/people/${id}/devices`, { method: 'DELETE' })
    await app.call(second.token, `/api/team/people/${id}`, { method: 'DELETE' })
    expect((await member.browser.get('/api/auth/token')).status).toBe(401)
    const [home] = await app.sql('select is_member_only from merchant_directory where user_id = $1', [id])
    expect(home).toEqual({ is_member_only: true })
  })

  it('M-04 who is removed has neither session, token, export nor live stream of the shop any more', async () => {
    const { owner, member, shopId } = await shopWith('buyer')
    const stream = (await app.call(member.token, '/api/events')).body!.getReader()
    await stream.read()
    const id = await getId(owner, member.email)
    expect(await getStatus(owner, `/api/team/people/${id}`, { method: 'DELETE' })).toBe(200)
    for (const path of ['/api/session', '/api/products', '/api/products/export.csv', '/api/account/export'])
      expect([path, await getStatus(member, path)]).toEqual([path, 401])
    // The database delivers what was published when the removal is committed.
    await app.test.kernel.live.publish(undefined as never, shopId, { type: 'team' })
    for (let ended = false; !ended; ) ended = (await stream.read()).done
    const renewed = await app.getToken(member.browser)
    expect(app.getMerchant(renewed)).not.toBe(shopId)
    expect(await open({ ...member, token: renewed }, shopId)).toBe(403)
    expect((await app.mailsTo(member.email)).at(-1)!.subject).toContain('no longer belong')
  })

  it('who belongs to no shop any more has an account of their own, whose trial begins then', async () => {
    const { owner, member } = await shopWith('viewer')
    app.test.kernel.clock.advance(DAY_MS)
    await getStatus(owner, `/api/team/people/${await getId(owner, member.email)}`, { method: 'DELETE' })
    member.token = await app.getToken(member.browser)
    const { merchant, user } = await sessionOf(member)
    expect(merchant).toMatchObject({
      email: member.email,
      subscriptionStatus: 'trial',
      trialDaysRemaining: 14,
    })
    expect(user).toMatchObject({ role: 'owner', isMemberOnly: false })
  })

  it('leaves by themselves, and the owner cannot', async () => {
    const { owner, member } = await shopWith('viewer')
    const id = await getId(owner, member.email)
    const ownerId = await getId(owner, owner.email)
    expect(await getStatus(owner, `/api/team/people/${ownerId}`, { method: 'DELETE' })).toBe(412)
    expect(await getStatus(member, `/api/team/people/${id}`, { method: 'DELETE' })).toBe(200)
    expect((await getTeam(owner)).people).toHaveLength(1)
    expect(await getStatus(owner, `/api/team/people/${id}`, { method: 'DELETE' })).toBe(404)
  })

  it('opens a shop of their own when they want to, with a whole trial', async () => {
    const { member, shopId } = await shopWith('viewer')
    expect(await open(member, (await sessionOf(member)).user.homeId)).toBe(200)
    expect(await sessionOf(member)).toMatchObject({
      merchant: { subscriptionStatus: 'trial', trialDaysRemaining: 14, hadTrialBefore: false },
      user: { role: 'owner', shops: [{ role: 'owner' }, { merchantId: shopId, role: 'viewer' }] },
    })
  })

  it('who changes their address or deletes their account touches only their own', async () => {
    const { owner, member, shopId } = await shopWith('buyer')
    const ask = { json: { email: app.newEmail(), password: NEW_PASSWORD } }
    expect(await getStatus(member, '/api/account/email', ask)).toBe(200)
    const token = linkIn((await app.mailsTo(ask.json.email)).at(-1)).searchParams.get('token')
    expect(await getStatus(member, '/api/account/email/confirm', { json: { token } })).toBe(200)
    const [shop] = await app.sql<{ email: string }>(
      'select email from merchant_directory where merchant_id = $1',
      [shopId],
    )
    expect(shop!.email).toBe(owner.email)
    expect((await getTeam(owner)).people[1]!.email).toBe(ask.json.email)

    const gone = await member.browser.post('/api/auth/delete-user', {
      password: NEW_PASSWORD,
      confirmation: ask.json.email,
    })
    expect(gone.status).toBe(200)
    expect((await getTeam(owner)).people).toHaveLength(1)
    expect(await getStatus(owner, '/api/session')).toBe(200)
  })

  it('may not export, which the owner does, and reads the log of their own account alone', async () => {
    const { owner, member } = await shopWith('viewer')
    const bytes = async (person: Person) =>
      Buffer.from(await (await app.call(person.token, '/api/account/export')).arrayBuffer()).length
    expect(await getStatus(member, '/api/account/export')).toBe(403)
    expect(await bytes(owner)).toBeGreaterThan(0)
    const own = await app.ask<{
      entries: unknown[]
    }>(member.token, '/api/account/activity')
    expect(JSON.stringify(own)).not.toContain('member_invited')
  })

  it('loses the shop when its owner deletes the account, and keeps their own', async () => {
    const { owner, member, shopId } = await shopWith('buyer')
    await owner.browser.post('/api/auth/delete-user', { password: PASSWORD, confirmation: owner.email })
    expect(await getStatus(member, '/api/session')).toBe(401)
    const token = await app.getToken(member.browser)
    expect(app.getMerchant(token)).not.toBe(shopId)
  })
})

describe('a shop', () => {
  const handOver = (owner: Person, userId: string, password = PASSWORD) =>
    getStatus(owner, '/api/team/owner', { json: { userId, password } })

  it('M-04 is handed over to a member with the password of the owner, who stays as a buyer', async () => {
    const { owner, member, shopId } = await shopWith('viewer')
    const id = await getId(owner, member.email)
    expect(await handOver(owner, id, 'wrong')).toBe(400)
    expect(await handOver(owner, id)).toBe(200)
    expect((await getTeam(owner)).people.map(({ email, role }) => [email, role])).toEqual([
      [member.email, 'owner'],
      [owner.email, 'buyer'],
    ])
    expect(await getStatus(owner, '/api/billing')).toBe(403)
    expect(await getStatus(member, '/api/billing')).toBe(200)
    expect(await sessionOf(member)).toMatchObject({ merchant: { id: shopId, email: member.email } })
    owner.token = await app.getToken(owner.browser)
    expect((await sessionOf(owner)).user).toMatchObject({ role: 'buyer', isMemberOnly: true })
  })

  it('is handed over once from two pages, and the former owner removes nobody', async () => {
    const { owner, member } = await shopWith('buyer')
    const second = app.newEmail()
    await invite(owner, second)
    const other = await joinAsNew(second)
    const ids = [await getId(owner, member.email), await getId(owner, other.email)]
    const statuses = await Promise.all(ids.map((id) => handOver(owner, id)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const { people } = await getTeam(owner)
    expect(people.map(({ role }) => role)).toEqual(['owner', 'buyer', 'buyer'])
    expect(await handOver(owner, ids[1]!)).toBe(403)
    for (const { userId, isYou } of people)
      if (!isYou) expect(await getStatus(owner, `/api/team/people/${userId}`, { method: 'DELETE' })).toBe(403)
  })

  it('goes back to its former owner in the same way', async () => {
    const { owner, member, shopId } = await shopWith('buyer')
    await handOver(owner, await getId(owner, member.email))
    expect(await handOver(member, await getId(member, owner.email), NEW_PASSWORD)).toBe(200)
    owner.token = await app.getToken(owner.browser)
    expect(await sessionOf(owner)).toMatchObject({ merchant: { id: shopId }, user: { role: 'owner' } })
  })

  it('is not handed over to somebody who has one, or who does not belong to it', async () => {
    const [owner, other] = [await app.signUp(), await app.signUp()]
    const [account] = await app.sql<{ id: string }>('select id from auth_users where email = $1', [
      other.email,
    ])
    expect(await handOver(owner, account!.id)).toBe(404)
    await invite(owner, other.email)
    await join(other)
    expect(await handOver(owner, account!.id)).toBe(412)
  })

  it('M-05 that has only its owner names nobody in its log', async () => {
    const owner = await app.signUp()
    type Log = { entries: { event: string; by: string | null; detail: string | null }[] }
    const log = async (person: Person) => (await app.ask<Log>(person.token, '/api/account/activity')).entries
    expect((await log(owner)).map(({ by }) => by)).toEqual([null])
    const email = app.newEmail()
    await invite(owner, email)
    await joinAsNew(email)
    expect((await log(owner)).map(({ event, by }) => [event, by])).toEqual([
      ['member_joined', email],
      ['member_invited', owner.email],
      ['signed_up', owner.email],
    ])
  })
})
