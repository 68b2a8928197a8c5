import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './steps/accessibility.ts'
import { downloadBy } from './steps/files.ts'
import { createWithStore } from './steps/merchant.ts'
import { test } from './steps/sessions.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Products' })

test.describe('a merchant whose data is only read', () => {
  test.use({ merchant: 'full' })

  test('D-01, D-04, D-05 the dashboard has its sidebar, four cards and the recent alerts', async ({
    page,
    context,
  }) => {
    await page.goto('/dashboard')
    for (const card of ['Total Products', 'Low Stock Items', 'Active Alerts', 'Avg Days to Stockout']) {
      await expect(page.getByText(card, { exact: true })).toBeVisible()
    }
    await expect(page.getByText('Trial Active')).toBeVisible()
    await expect(page.getByText(/14 days remaining/)).toBeVisible()
    const nav = page.getByRole('navigation', { name: 'Main' })
    expect(Math.round((await nav.boundingBox())?.width ?? 0)).toBeGreaterThan(200)

    await page.keyboard.press('Control+b')
    await expect(page.getByRole('button', { name: 'Open sidebar' })).toBeVisible()
    const cookie = (await context.cookies()).find((one) => one.name === 'sidebar_state')
    expect(cookie?.value).toBe('false')
    const daysLeft = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(daysLeft).toBeGreaterThan(6.9)
    expect(daysLeft).toBeLessThan(7.1)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Open sidebar' })).toBeVisible()
    await expectAccessible(page)
  })

  test('T-01, T-02 products are searched, filtered and sorted by the server', async ({ page }) => {
    await page.goto('/products')
    const rows = table(page).locator('tbody tr')
    await expect(rows.first()).toBeVisible()
    for (const head of ['Current Stock', 'Avg Daily Sales', 'Days Until Stockout', 'Status']) {
      await expect(table(page).getByRole('columnheader', { name: head })).toBeVisible()
    }
    const name = (await rows.first().getByRole('link').first().textContent()) ?? ''
    await page.getByLabel('Search products').fill(name)
    await expect(rows).toHaveCount(1)
    await expect(page).toHaveURL(/search=/)
    await page.getByLabel('Search products').fill('nothing is called like this')
    await expect(page.getByText('No products found')).toBeVisible()
    await page.getByLabel('Search products').fill('')

    await page
      .getByRole('group', { name: 'Status' })
      .or(page.getByRole('radiogroup', { name: 'Status' }))
      .getByText('Healthy')
      .click()
    await expect(rows.first()).toContainText('Healthy')
    const head = table(page).getByRole('columnheader', { name: 'Current Stock' })
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', /ascending|descending/)
  })

  test('T-03 the export has every product and the column names of the spec', async ({ page }) => {
    await page.goto('/products')
    await expect(table(page).locator('tbody tr').first()).toBeVisible()
    const total = Number(/(\d+) products/.exec((await page.locator('main').textContent()) ?? '')?.[1])
    const download = await downloadBy(page, page.getByRole('button', { name: 'Export CSV' }))
    expect(download.suggestedFilename()).toMatch(/^inventory-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines[0]?.replace('\uFEFF', '')).toBe(
      'Product,SKU,Current Stock,Avg Daily Sales,Days Until Stockout,Status',
    )
    expect(lines).toHaveLength(total + 1)
  })

  test('T-04, T-05 a failed forecast or sync is named, and the list stays', async ({ page }) => {
    await page.goto('/products')
    await expect(table(page).locator('tbody tr').first()).toBeVisible()
    const failure = {
      error: { code: 'internal', message: 'Something went wrong on our side. Please try again.' },
    }
    await page.route('**/functions/**', (route) => route.fulfill({ status: 500, json: failure }))
    await page.getByRole('button', { name: 'Run Forecasts' }).click()
    await expect(page.getByText('Forecast Failed')).toBeVisible()
    await expect(page.getByText('Some forecasts could not be updated')).toBeVisible()
    await page.getByRole('button', { name: 'Sync from Shopify' }).click()
    await expect(page.getByText('Sync Failed')).toBeVisible()
    await expect(table(page).locator('tbody tr').first()).toBeVisible()
  })

  test('T-05 a list that cannot be loaded shows an error and a button to try again', async ({ page }) => {
    await page.route('**/api/products?**', (route) => route.abort())
    await page.goto('/products')
    await expect(page.getByText('Failed to load products').first()).toBeVisible({ timeout: 20_000 })
    await page.unroute('**/api/products?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(table(page).locator('tbody tr').first()).toBeVisible()
  })

  test('R-03, R-04 a failed resolve and an empty list have their texts', async ({ page }) => {
    await page.goto('/alerts?status=resolved')
    await expect(page.getByText('No alerts found')).toBeVisible()
    await expect(page.getByText('Alerts will appear here when inventory levels are low')).toBeVisible()
    await page.route('**/api/alerts/*/resolve', (route) => route.abort())
    await page.goto('/alerts')
    await page
      .getByRole('button', { name: /^Mark Resolved/ })
      .first()
      .click()
    await expect(page.getByText('Failed to resolve alert')).toBeVisible()
  })

  test('the product page updates for what-if changes at once, and stays accessible', async ({ page }) => {
    await page.goto('/products?status=healthy')
    await table(page).locator('tbody tr').first().getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'What if' })).toBeVisible()
    const demand = page.getByRole('slider', { name: /Demand/ })
    await demand.focus()
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: 'Reset' })).toBeEnabled()
    await expectAccessible(page)
  })

  test('the page of a product that does not exist has its text', async ({ page }) => {
    await page.goto('/products/999999999')
    await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible()
    await page.getByRole('link', { name: 'All products' }).click()
    await expect(table(page)).toBeVisible()
  })

  test('D-01 on a phone the sidebar is a drawer @phone', async ({ page }) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Products' }).click()
    await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  })
})

test.describe('a merchant with a store of their own', () => {
  test('T-04, T-05 forecasts and sync run from the products page', async ({ page }) => {
    await createWithStore(page.request)
    await page.goto('/products')
    await expect(table(page).locator('tbody tr').first()).toBeVisible()
    const forecast = page.waitForResponse((response) =>
      response.url().endsWith('/functions/forecast-stockout'),
    )
    await page.getByRole('button', { name: 'Run Forecasts' }).click()
    expect((await forecast).status()).toBe(200)
    await expect(page.getByRole('button', { name: 'Run Forecasts' })).toBeEnabled({ timeout: 20_000 })

    const sync = page.waitForResponse((response) =>
      response.url().endsWith('/functions/shopify-sync-inventory'),
    )
    await page.getByRole('button', { name: 'Sync from Shopify' }).click()
    expect((await sync).status()).toBe(200)
  })

  test('R-01, R-02, R-04 alerts are filtered and resolved by hand', async ({ page }) => {
    await createWithStore(page.request)
    await page.goto('/alerts')
    const alerts = page.getByRole('list', { name: 'Alerts' }).locator(':scope > li')
    await expect(alerts.first()).toBeVisible()
    const count = async () =>
      Number(/(\d+) alerts?/.exec((await page.locator('main').textContent()) ?? '')?.[1])
    const before = await count()

    await page.getByLabel('Status').first().click()
    await page.getByRole('option', { name: 'Active Only' }).click()
    await expect(page).toHaveURL(/status=active/)
    await alerts
      .first()
      .getByRole('button', { name: /^Mark Resolved/ })
      .first()
      .click()
    await expect(page.getByText('Alert Resolved')).toBeVisible()
    await expect.poll(count).toBe(before - 1)

    await page.getByLabel('Status').first().click()
    await page.getByRole('option', { name: 'Resolved Only' }).click()
    await expect(alerts).toHaveCount(1)
    await expect(alerts.first()).toContainText('Resolved')
    await expect(alerts.first().getByRole('button', { name: /^Mark Resolved/ })).toHaveCount(0)
    await expectAccessible(page)
  })
})
