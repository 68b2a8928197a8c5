import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './steps/accessibility.ts'
import { createWithStore, newStoreName, startWithStore } from './steps/merchant.ts'
import { sandboxStore } from './steps/sandbox-store.ts'

/** Most time from a sale in the store to the changed figure on the open page. */
const IN_STEP_MS = 2_000

const figure = (page: Page, name: string) =>
  page.getByLabel('Key figures of this product').locator('div', { hasText: name }).locator('dd').first()
const units = (count: number) => count.toLocaleString('en-US')

/** Prepares a merchant with a store and its forecasts, without opening a screen. */
async function openStore(page: Page, request: APIRequestContext) {
  const shop = newStoreName()
  await createWithStore(page.request, shop)
  return { shop, store: sandboxStore(request, shop) }
}

test('a sale in the store changes the open product page within 2 s, without a reload', async ({
  page,
  request,
}) => {
  const { store } = await openStore(page, request)
  const { variantId, available } = await store.fullest(page.request)
  await page.goto(`/products/${variantId}`)
  await expect(figure(page, 'Current Stock')).toHaveText(units(available))
  const restock = page.getByRole('slider', { name: 'Restock takes' })
  await restock.press('ArrowRight')
  const asked = await restock.getAttribute('aria-valuenow')

  await store.sell(variantId, 3)
  await expect(figure(page, 'Current Stock')).toHaveText(units(available - 3), { timeout: IN_STEP_MS })
  await expect(page.getByText(new RegExp(`^Stock is now ${units(available - 3)} units`))).toBeAttached()
  await expect(restock).toBeFocused()
  await expect(restock).toHaveAttribute('aria-valuenow', asked ?? '')
})

test('selling out raises an alert on the open page, and new stock closes it with its reason', async ({
  page,
  request,
}) => {
  const { store } = await openStore(page, request)
  const { variantId, title, available } = await store.fullest(page.request)
  await page.goto('/alerts')
  await expect(page.getByRole('list', { name: 'Alerts' })).toBeVisible()
  const alert = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
  await expect(alert).toHaveCount(0)

  await store.sell(variantId, available)
  await expect(alert.filter({ hasText: 'Stockout Risk' })).toBeVisible({ timeout: IN_STEP_MS })
  await expect(alert.filter({ hasText: 'Stockout Risk' })).toContainText('0 units')

  await store.receive(variantId, available * 3)
  await expect(alert.filter({ hasText: 'Stockout Risk' })).toContainText(/Closed by itself/)
  await expect(alert.getByRole('button', { name: /^Mark Resolved/ })).toHaveCount(0)
})

test('a shop that moves to another country gets its number and date formats without a reload', async ({
  page,
  request,
}) => {
  const { store } = await openStore(page, request)
  const { variantId } = await store.fullest(page.request)
  await store.receive(variantId, 120_000)
  await page.goto(`/products/${variantId}`)
  const stock = figure(page, 'Current Stock')
  await expect(stock).toHaveText(/^12\d,\d{3}$/)
  await store.moveTo('DE')
  await expect(stock).toHaveText(/^12\d\.\d{3}$/)
  await expect(page.getByText(/^order arrives \d?\d [A-Z][a-z]+$/)).toBeVisible()
})

test('an uninstall shows how to reconnect, and stored data stays readable', async ({ page, request }) => {
  const shop = newStoreName()
  await startWithStore(page, shop)
  await sandboxStore(request, shop).uninstall()
  const banner = page.getByRole('status').filter({ hasText: 'Store disconnected' })
  await expect(banner).toContainText(/The numbers here are from \d+:\d\d [AP]M/)
  await expect(banner.getByRole('link', { name: 'Connect Store' })).toBeVisible()
  await expect(page.getByText('Trial Active')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Products' }).getByRole('row').nth(3)).toBeVisible()
})

test('a merchant with revoked access reconnects the same store, losing no data', async ({
  page,
  request,
}) => {
  const { shop, store } = await openStore(page, request)
  const { variantId, available } = await store.fullest(page.request)
  await page.goto('/alerts')
  const alerts = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
  await expect(alerts.first()).toBeVisible()
  const before = await alerts.count()

  await store.revokeAccess()
  await page.goto('/products')
  await page.getByRole('button', { name: 'Sync from Shopify' }).click()
  const banner = page.getByRole('status').filter({ hasText: 'Reconnect your store' })
  await expect(banner).toBeVisible()
  await expectAccessible(page)

  await banner.getByRole('link', { name: 'Reconnect' }).click()
  await expect(page.getByRole('heading', { name: 'Reconnect your Shopify store' })).toBeVisible()
  await expect(page.getByLabel('Store name')).toHaveValue(shop)
  await page.getByRole('button', { name: 'Connect Store' }).click()
  await page.getByRole('button', { name: 'Install' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Trial Active')).toBeVisible()
  await expect(banner).toHaveCount(0)

  await page.goto(`/products/${variantId}`)
  await expect(figure(page, 'Current Stock')).toHaveText(units(available))
  await page.goto('/alerts')
  await expect(alerts).toHaveCount(before)
})

test('every page shows that the store does not answer, and what happens next, until it answers', async ({
  page,
  request,
}) => {
  const shop = newStoreName()
  await startWithStore(page, shop)
  const store = sandboxStore(request, shop)
  await expect(page.getByText(/\. Sales and stock as of \d+:\d\d [AP]M/)).toBeVisible()
  await store.refuseRequests()
  await page.goto('/products')
  await page.getByRole('button', { name: 'Sync from Shopify' }).click()
  const banner = page.getByRole('status').filter({ hasText: 'The sync is waiting' })
  await expect(banner).toContainText('The sync continues by itself.', { timeout: 20_000 })
  for (const path of ['/settings?tab=account', '/dashboard']) {
    await page.goto(path)
    await expect(banner).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'What needs your attention' })).toBeVisible()
  await expectAccessible(page)
  await store.answerAgain()
  await expect(banner).toHaveCount(0, { timeout: 30_000 })
})
