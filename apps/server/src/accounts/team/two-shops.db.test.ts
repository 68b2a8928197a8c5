import { expect, it } from 'vitest'
import { linkIn, type Person, withAccountApp } from '../../testing/account-app.ts'

const app = withAccountApp()

it('M-03 X-02 X-04 a person with two shops neither reads nor changes the one while the other is open, whatever ids and merchants are sent', async () => {
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
    own.token = await app.getToken(own.browser)
    tokens.push(own.token)
  }
  const [inFirst, inSecond] = tokens as [string, string]
  const supplier = { name: 'Only in the first' }
  const { id } = await app.ask<{ id: number }>(inFirst, '/api/suppliers', { json: supplier })
  expect((await app.call(inFirst, `/api/suppliers/${id}`)).status).toBe(200)
  expect((await app.call(inSecond, `/api/suppliers/${id}`)).status).toBe(404)
  expect((await app.call(inSecond, '/api/suppliers', { json: supplier })).status).toBe(403)
  const sync = (token: string, of: Person) =>
    app.call(token, '/functions/shopify-sync-inventory', {
      json: { merchant_id: app.getMerchant(of.token) },
    })
  expect((await sync(inFirst, second)).status).toBe(403)
  expect(await (await sync(inFirst, first)).text()).not.toContain('not yours')
  expect((await sync(inSecond, second)).status).toBe(403)
  const open = (merchantId: number) =>
    app.call(inSecond, '/api/team/shop', { method: 'PUT', json: { merchantId } })
  expect((await open(app.getMerchant(first.token))).status).toBe(200)
  expect(app.getMerchant(await app.getToken(own.browser))).toBe(app.getMerchant(first.token))
  const stranger = await app.signUp()
  expect((await open(app.getMerchant(stranger.token))).status).toBe(403)
})
