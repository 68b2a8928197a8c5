import { roles } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { type AccountApp, linkIn, type Person, withAccountApp } from '../../testing/account-app.ts'
import { type RouteEntry, routeTable } from '../../testing/route-table.ts'

let app: AccountApp
withAccountApp((opened) => {
  app = opened
})

/** What everybody may do who belongs to the shop: it is about the person. */
const personal = [
  /^\/api\/(account|notifications|deliveries)\b/,
  /^\/api\/team\/shop$/,
  /^\/functions\/send-welcome-email$/,
]
const ownerOnly = [
  /^GET \/api\/billing$/,
  /^\w+ \/api\/billing\//,
  /^\w+ \/api\/team\/(invitations|owner)/,
  // Of others; everybody may leave.
  /^(PUT|DELETE) \/api\/team\/people\//,
  /^\w+ \/functions\/(stripe|shopify-oauth|seed-demo)/,
  /^\w+ \/api\/sample-shop/,
  /^(POST|PUT) \/api\/settings(\/(orders|apply))?$/,
  /^PUT \/api\/scorecard\/sensitivity$/,
  /^POST \/api\/notifications\/(offer|sms)/,
]

/** The least role of an endpoint, as the decision says it; the guard has it in another form. */
function leastRole({ method, path }: RouteEntry): (typeof roles)[number] {
  if (ownerOnly.some((each) => each.test(`${method} ${path}`))) return 'owner'
  const isOwn = personal.some((each) => each.test(path)) || path.startsWith('/api/team')
  return isOwn || method === 'GET' ? 'viewer' : 'buyer'
}

async function invited(owner: Person, role: string): Promise<Person> {
  const email = app.newEmail()
  await app.call(owner.token, '/api/team/invitations', { json: { email, role } })
  const token = linkIn((await app.mailsTo(email)).at(-1)).searchParams.get('token')
  const browser = app.newBrowser()
  await browser.post('/api/auth/invitation/accept', { token, password: 'another good one' })
  await app.signIn(email, 'another good one', browser)
  return { email, browser, token: await app.tokenOf(browser) }
}

const REFUSED = /^(Only the owner|You can see this shop)/

describe('every endpoint', () => {
  it('M-01 is refused to each role below its own, and to no other', async () => {
    const owner = await app.signUp()
    const people = { viewer: await invited(owner, 'viewer'), buyer: await invited(owner, 'buyer'), owner }
    const entries = routeTable(app.test.domains.mounts.guarded)
    expect(entries.length).toBeGreaterThan(100)
    const wrong: string[] = []
    for (const role of roles)
      for (const entry of entries) {
        // Ends the session that the others need.
        if (entry.path.startsWith('/api/account/devices')) continue
        const path = entry.path.replaceAll(/\{\w+\}/g, '999999')
        const answer = await app.call(people[role].token, path, {
          method: entry.method,
          ...(entry.method === 'GET' ? {} : { json: {} }),
        })
        const isStream = path === '/api/events'
        const text = isStream ? '' : await answer.text()
        if (isStream) await answer.body?.cancel()
        const isRefused = answer.status === 403 && REFUSED.test(JSON.parse(text).error.message)
        const isAllowed = roles.indexOf(role) >= roles.indexOf(leastRole(entry))
        if (isRefused === isAllowed) wrong.push(`${role} ${entry.method} ${entry.path} ${answer.status}`)
      }
    expect(wrong).toEqual([])
  })
})

describe('two shops of one person', () => {
  it('M-03 X-02 X-04 neither reads nor changes the one while the other is open, whatever ids and merchants are sent', async () => {
    const [first, second] = [await app.signUp(), await app.signUp()]
    const own = await app.signUp()
    const tokens: string[] = []
    for (const [shop, role] of [
      [first, 'buyer'],
      [second, 'viewer'],
    ] as const) {
      await app.call(shop.token, '/api/team/invitations', { json: { email: own.email, role } })
      const token = linkIn((await app.mailsTo(own.email)).at(-1)).searchParams.get('token')
      expect((await app.call(own.token, '/api/team/people', { json: { token } })).status).toBe(200)
      own.token = await app.tokenOf(own.browser)
      tokens.push(own.token)
    }
    const [inFirst, inSecond] = tokens as [string, string]
    const supplier = { name: 'Only in the first' }
    const added = await app.call(inFirst, '/api/suppliers', { json: supplier })
    expect(added.status).toBe(200)
    const { id } = (await added.json()) as { id: number }
    expect((await app.call(inFirst, `/api/suppliers/${id}`)).status).toBe(200)
    expect((await app.call(inSecond, `/api/suppliers/${id}`)).status).toBe(404)
    expect((await app.call(inSecond, '/api/suppliers', { json: supplier })).status).toBe(403)
    const sync = (token: string, of: Person) =>
      app.call(token, '/functions/shopify-sync-inventory', {
        json: { merchant_id: app.merchantOf(of.token) },
      })
    expect((await sync(inFirst, second)).status).toBe(403)
    expect(await (await sync(inFirst, first)).text()).not.toContain('not yours')
    expect((await sync(inSecond, second)).status).toBe(403)
    const open = (merchantId: number) =>
      app.call(inSecond, '/api/team/shop', { method: 'PUT', json: { merchantId } })
    expect((await open(app.merchantOf(first.token))).status).toBe(200)
    expect(app.merchantOf(await app.tokenOf(own.browser))).toBe(app.merchantOf(first.token))
    const stranger = await app.signUp()
    expect((await open(app.merchantOf(stranger.token))).status).toBe(403)
  })
})
