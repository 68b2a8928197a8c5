import { describe, expect, it } from 'vitest'
import { openSandbox, postJson } from '../testing/open-sandbox.ts'
import type { VariantRow } from './shop-routes.ts'

type Sandbox = ReturnType<typeof openSandbox>

async function getVariants(sandbox: Sandbox, shop: string): Promise<VariantRow[]> {
  const answer = await sandbox.http.request(`/api/shops/${shop}/variants`)
  return ((await answer.json()) as { variants: VariantRow[] }).variants
}

async function inStock(sandbox: Sandbox): Promise<VariantRow> {
  const variants = await getVariants(sandbox, 'tiny-acme')
  return variants.find(({ isTracked, available }) => isTracked && available > 3)!
}

async function toRow(sandbox: Sandbox, { variantId }: VariantRow): Promise<VariantRow> {
  return (await getVariants(sandbox, 'tiny-acme')).find((each) => each.variantId === variantId)!
}

function getStore(sandbox: Sandbox, { variantId }: VariantRow) {
  const store = sandbox.shopify.shops.store('tiny-acme.myshopify.com')
  return { store, variant: store.variants[store.ids.indexOf('ProductVariant', variantId)!]! }
}

describe('the console API', () => {
  it('sells: available down, on hand the same until the order is sent', async () => {
    const sandbox = openSandbox()
    const before = await inStock(sandbox)
    const { variantId, available } = before
    await postJson(sandbox, '/api/shops/tiny-acme/sell', { variantId, quantity: 2 })
    expect(await toRow(sandbox, before)).toEqual({ ...before, available: available - 2 })
  })

  it('receives stock at the first location, or at the given one', async () => {
    const sandbox = openSandbox()
    const before = await inStock(sandbox)
    const { variantId } = before
    const { store, variant } = getStore(sandbox, before)
    const [first, second] = variant.levels.map((level) => level.available)
    await postJson(sandbox, '/api/shops/tiny-acme/receive', { variantId, quantity: 10 })
    await postJson(sandbox, '/api/shops/tiny-acme.myshopify.com/receive', {
      variantId: `gid://shopify/ProductVariant/${variantId}`,
      quantity: 5,
      locationId: store.ids.toNumber('Location', 1),
    })
    expect(variant.levels.map((level) => level.available)).toEqual([first! + 10, second! + 5])
  })

  it('answers how many units are left if more are requested', async () => {
    const sandbox = openSandbox()
    const { variantId, available } = await inStock(sandbox)
    const answer = await postJson(sandbox, '/api/shops/tiny-acme/sell', {
      variantId,
      quantity: available + 1,
    })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toEqual({
      error: `Only ${available} available. Receive some first, or sell fewer.`,
    })
  })

  it.each([
    ['sell', { quantity: 1 }, 400, 'variantId'],
    ['sell', { variantId: '1', quantity: 1 }, 404, 'ProductVariant'],
    ['sell', { variantId: '1', quantity: 0 }, 400, 'quantity'],
    ['sell', { variantId: '1', quantity: 1.5 }, 400, 'quantity'],
    ['receive', { variantId: '1', quantity: 1, locationId: '2' }, 404, 'ProductVariant'],
  ])('%s of %j is answered with %i, naming the field', async (action, body, status, named) => {
    const answer = await postJson(openSandbox(), `/api/shops/tiny-acme/${action}`, body)
    expect(answer.status).toBe(status)
    expect(((await answer.json()) as { error: string }).error).toContain(named)
  })

  it('reads only JSON, so that a form of another site changes nothing', async () => {
    const sandbox = openSandbox()
    const { variantId, available } = await inStock(sandbox)
    const body = JSON.stringify({ variantId, quantity: 1 })
    const headers = { 'content-type': 'text/plain' }
    const answer = await sandbox.http.request('/api/shops/tiny-acme/sell', { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
    expect((await inStock(sandbox)).available).toBe(available)
  })
})

describe('the console page', () => {
  it('shows clock, shops, stock and mails, marked as the sandbox', async () => {
    const sandbox = openSandbox()
    sandbox.outbox.add({
      at: '2026-11-20T15:00:00.000Z',
      from: 'a@x.example',
      to: ['b@x.example'],
      subject: '<b>Order</b> 792',
      text: 'See http://localhost:3000/alerts?a=1&b=2 now',
      html: '<script>alert(1)</script>',
      messageId: null,
      unsubscribe: null,
    })
    const text = await (await sandbox.http.request('/?shop=demo&search=KETTLE+gooseneck')).text()
    for (const part of [
      'Sandbox: not Shopify',
      '2026-11-20 15:00 UTC',
      'demo.myshopify.com',
      'Gooseneck Kettle',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toContain('<a href="http://localhost:3000/alerts?a=1&amp;b=2" target="_blank">')
    expect(text).not.toContain('<b>Order</b>')
    expect(text).not.toContain('<script>alert')
  })

  it('answers 404 with a reason for an invalid shop name', async () => {
    const answer = await openSandbox().http.request('/?shop=a%20b')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('no shop')
  })
})
