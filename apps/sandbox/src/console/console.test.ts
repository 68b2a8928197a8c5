import { describe, expect, it } from 'vitest'
import { MachineClock, openSandbox, postJson, temporaryFolder } from '../testing/open-sandbox.ts'
import { openSetup } from '../testing/webhook-setup.ts'
import type { VariantPage, VariantRow } from './shop-rows.ts'

async function variantsOf(sandbox: ReturnType<typeof openSandbox>, shop: string, search = '', page = 1) {
  const parameters = new URLSearchParams({ search, page: String(page) })
  const answer = await sandbox.http.request(`/api/shops/${shop}/variants?${parameters}`)
  return (await answer.json()) as VariantPage
}

async function inStock(sandbox: ReturnType<typeof openSandbox>): Promise<VariantRow> {
  const { variants } = await variantsOf(sandbox, 'tiny-acme')
  return variants.find(({ isTracked, available }) => isTracked && available > 3)!
}

describe('the console API', () => {
  it('lists the shops in use', async () => {
    const sandbox = openSandbox()
    await variantsOf(sandbox, 'tiny-acme')
    const answer = await sandbox.http.request('/api/shops')
    expect(await answer.json()).toEqual([{ shop: 'tiny-acme.myshopify.com', name: 'Tiny Acme' }])
  })

  it('finds variants by every word, 25 on a page', async () => {
    const sandbox = openSandbox()
    const all = await variantsOf(sandbox, 'demo')
    expect(all.variants).toHaveLength(25)
    expect(all.pages).toBe(Math.ceil(all.total / 25))
    const last = await variantsOf(sandbox, 'demo', '', 9999)
    expect(last.page).toBe(all.pages)
    const found = await variantsOf(sandbox, 'demo', 'HOUSE filter')
    expect(found.variants.map(({ title }) => title)).toEqual([
      'House Espresso, 250 g / Filter grind',
      'House Espresso, 500 g / Filter grind',
      'House Espresso, 1 kg / Filter grind',
    ])
  })

  it('sells: available down, committed up, on hand the same until the order is sent', async () => {
    const clock = new MachineClock()
    const sandbox = openSandbox(temporaryFolder(), clock)
    const before = await inStock(sandbox)
    const answer = await postJson(sandbox, '/api/shops/tiny-acme/sell', {
      variantId: before.variantId,
      quantity: 2,
    })
    expect(await answer.json()).toMatchObject({
      available: before.available - 2,
      committed: before.committed + 2,
      onHand: before.onHand,
    })
  })

  it('receives stock at the first location, or at the given one', async () => {
    const sandbox = openSandbox()
    const before = await inStock(sandbox)
    const { variantId, locations } = before
    await postJson(sandbox, '/api/shops/tiny-acme/receive', { variantId, quantity: 10 })
    const second = {
      variantId: `gid://shopify/ProductVariant/${variantId}`,
      quantity: 5,
      locationId: locations[1]!.locationId,
    }
    const answer = await postJson(sandbox, '/api/shops/tiny-acme.myshopify.com/receive', second)
    const row = (await answer.json()) as VariantRow
    expect(row.locations.map(({ available }) => available)).toEqual([
      locations[0]!.available + 10,
      locations[1]!.available + 5,
    ])
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
    ['sell', { variantId: '1', quantity: 1 }, 404, 'variantId'],
    ['sell', { variantId: '1', quantity: 0 }, 400, 'quantity'],
    ['sell', { variantId: '1', quantity: 1.5 }, 400, 'quantity'],
    ['receive', { variantId: '1', quantity: 1, locationId: '2' }, 404, 'locationId'],
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
    const text = await (await sandbox.http.request('/?shop=demo&search=gooseneck')).text()
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

  it('shows deliveries of the shop, and a warning while a provider is broken', async () => {
    const setup = await openSetup('PRODUCTS_UPDATE')
    await setup.change({ kind: 'product_edited', product: 0, title: 'New' })
    const page = async () => (await setup.sandbox.http.request('/?shop=tiny-acme')).text()
    const before = await page()
    expect(before).toContain('products/update')
    expect(before).toContain('The app is installed, with 1 subscription. 0 deliveries wait.')
    expect(before).not.toContain('role="alert"')
    setup.sandbox.faults.set({ provider: 'shopify', kind: 'hang', shop: null, ratio: 1 })
    expect(await page()).toContain('Shopify is broken: never answers.')
  })

  it('answers 404 with a reason for an invalid shop name', async () => {
    const answer = await openSandbox().http.request('/?shop=a%20b')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('no shop')
  })
})
