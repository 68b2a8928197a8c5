import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import type { Locations, ProductDetail, ProductList } from '@stockcast/contract'
import { sidewaysScroll } from './steps/accessibility.ts'
import { callApi } from './steps/api.ts'
import { connectStore, createMerchant, newStoreName, untilForecasts } from './steps/merchant.ts'
import { sandboxStore } from './steps/sandbox-store.ts'

/** Connects a store whose shop floor has sold a product and is out of it. Stores are made from their names: on some floors it sells too little. */
async function withSuggestion(page: Page, request: APIRequestContext) {
  for (;;) {
    const storeName = newStoreName()
    await page.context().clearCookies()
    await createMerchant(page.request)
    await connectStore(page.request, storeName, { writesTransfers: true })
    await untilForecasts(page.request)
    const store = sandboxStore(request, storeName)
    const { variantId } = await store.fullest(page.request)
    const product = () => callApi<ProductDetail>(page.request, 'GET', `/api/products/${variantId}`)
    const { locations } = await callApi<Locations>(page.request, 'GET', '/api/locations')
    const main = locations.find(({ name }) => name === 'Main warehouse')!
    const floor = (await product()).locations.find(({ name }) => name === 'Shop floor')!
    await store.receive(variantId, 500)
    if (floor.available > 0) await store.carry(variantId, floor.available, main.id)
    // What the store tells of the move arrives in parts, so the suggestion counts once it stays.
    for (let tries = 0, stays = 0; tries < 20; tries++) {
      const [suggested] = (await product()).transfers
      stays = suggested ? stays + 1 : 0
      if (suggested && stays === 5) return { variantId, floorId: floor.id }
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

for (const tag of ['', ' @phone']) {
  test(`a location that is out of stock is filled from the other one instead of by a purchase${tag}`, async ({
    page,
    request,
  }) => {
    test.setTimeout(180_000)
    const { variantId, floorId } = await withSuggestion(page, request)
    const product = () => callApi<ProductDetail>(page.request, 'GET', `/api/products/${variantId}`)

    await page.goto('/products')
    const link = page.locator(`a[href="/products/${variantId}"]`)
    await page.getByRole('radiogroup', { name: 'Location' }).getByText('Shop floor').click()
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Out of stock').click()
    await expect(link.first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Shop floor' })).toBeChecked()
    await page.getByRole('radiogroup', { name: 'Location' }).getByText('All locations').click()
    await expect(link).toHaveCount(0)

    await page.goto('/order')
    await expect(page.getByText('Move before you buy:')).toBeVisible()
    await page.goto(`/products/${variantId}`)
    const places = page.getByRole('region', { name: 'By location' })
    await expect(places.getByText(/^Move [\d,]+ from Main warehouse to Shop floor$/)).toBeVisible()
    await places.getByRole('button', { name: 'Draft transfer' }).click()
    await page.waitForURL('**/order/transfers')
    await expect(page.getByRole('heading', { name: /^T-\d+: Main warehouse to Shop floor$/ })).toBeVisible()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Create in Shopify' }).click()
    await expect(page.getByText(/^On its way\. [\d,]+ units?, #T\d+ in Shopify\.$/)).toBeVisible()
    await expect
      .poll(async () => (await product()).locations.find(({ id }) => id === floorId)!.incoming, {
        timeout: 30_000,
      })
      .toBeGreaterThan(0)
    // No suggestion is left for this product, nor comes back with what the store tells of the transfer afterwards.
    for (let seconds = 0; seconds < 10; seconds++) {
      expect((await product()).transfers).toEqual([])
      await page.waitForTimeout(1000)
    }
  })
}

for (const tag of ['', ' @phone']) {
  test(`a pick list is marked shipped, received in part, and the last of it undone${tag}`, async ({
    page,
  }) => {
    await createMerchant(page.request)
    await connectStore(page.request, newStoreName())
    await untilForecasts(page.request)
    const { locations } = await callApi<Locations>(page.request, 'GET', '/api/locations')
    const { rows } = await callApi<ProductList>(page.request, 'GET', '/api/products?pageSize=1')
    const [from, to] = locations.map(({ id }) => id)
    await callApi(page.request, 'POST', '/api/transfers', {
      lines: [{ variantId: rows[0]!.variantId, from, to, units: 12 }],
    })

    await page.goto('/order/transfers')
    const transfer = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: /^T-\d+:/ }) })
    const dialog = page.getByRole('dialog')
    await transfer.getByRole('button', { name: 'Mark as shipped' }).click()
    await dialog.getByRole('textbox').fill('10')
    await expect(dialog.getByText('What is not shipped now is left out of this transfer.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
    await expect(transfer.getByText(/^On its way\. 12 units\. Shipped /)).toBeVisible()
    await expect(transfer.getByText('(10 shipped)')).toBeVisible()

    await transfer.getByRole('button', { name: 'Mark as received' }).click()
    await dialog.getByRole('textbox').fill('4')
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await dialog.getByRole('button', { name: 'Mark as received' }).click()
    await expect(transfer.getByText(/^Partly received\. 12 units\./)).toBeVisible()
    await expect(transfer.getByText('(10 shipped, 4 received, 4 not in Shopify yet)')).toBeVisible()
    await transfer.getByRole('button', { name: 'Undo receiving' }).click()
    await expect(transfer.getByText(/^On its way\./)).toBeVisible()
    await transfer.getByRole('button', { name: 'Undo shipping' }).click()
    await expect(transfer.getByText(/^Draft\. 12 units\.$/)).toBeVisible()
  })
}
