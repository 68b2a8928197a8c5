import { expect, test } from '@playwright/test'
import {
  connectStore,
  createMerchant,
  fillIn,
  newEmail,
  newStoreName,
  startAt,
  waitForForecasts,
} from './steps/merchant.ts'

test('L-03, A-06, P-01b, S-01, S-05, S-07, T-01, R-01 from the landing page to forecasts and alerts, without another command', async ({
  page,
}) => {
  // The whole way: two store pages, a sync and the forecasts of all products.
  test.setTimeout(120_000)
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/auth\?tab=signup/)
  await fillIn(page, 'Sign Up', newEmail())
  await page.waitForURL('**/add-payment')

  await page.getByRole('link', { name: 'Continue without a card' }).click()
  await page.waitForURL('**/connect-shopify')
  await page.getByText(/Try the sandbox store/).click()
  await expect(page.getByLabel('Store name')).not.toHaveValue('')
  await page.getByLabel('Store name').fill(newStoreName('plain'))
  await page.getByRole('button', { name: 'Connect Store' }).click()

  await expect(page.getByRole('heading', { name: /Install Stockcast/ })).toBeVisible()
  await page.getByRole('button', { name: 'Install' }).click()
  await expect(page.getByRole('heading', { name: 'Store connected' })).toBeVisible()
  await page.waitForURL('**/dashboard')
  await waitForForecasts(page)
  await expect(page.getByRole('heading', { name: 'Recent Alerts' })).toBeVisible()

  await page.getByRole('link', { name: 'Products', exact: true }).click()
  const rows = page.getByRole('table', { name: 'Products' }).getByRole('row')
  await expect(rows.nth(3)).toBeVisible()
  await rows.nth(3).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Projected stock' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Expected demand' })).toBeVisible()

  await page.getByRole('link', { name: /^Alerts/ }).click()
  await expect(page.getByRole('heading', { name: 'Alert History' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Alerts' }).getByRole('listitem').first()).toBeVisible()
})

test('S-01 a merchant with a store is taken from the connect screen to the dashboard', async ({ page }) => {
  await createMerchant(page.request)
  await connectStore(page.request, newStoreName())
  await page.goto('/connect-shopify')
  await page.waitForURL('**/dashboard')
})

test('S-05 cancelling on the consent page leads to the connect screen with a message', async ({ page }) => {
  await startAt(page, '/connect-shopify')
  await page.getByLabel('Store name').fill(newStoreName())
  await page.getByRole('button', { name: 'Connect Store' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Connection failed' }).first()).toBeVisible()
  await page.waitForURL('**/connect-shopify')
})

test('S-05 a callback without its parameters shows that they are missing', async ({ page }) => {
  await startAt(page, '/shopify/callback?code=abc')
  await expect(page.getByText('Missing required parameters').first()).toBeVisible()
  await page.waitForURL('**/connect-shopify')
})

test('S-03 a custom domain is refused with an example', async ({ page }) => {
  await startAt(page, '/connect-shopify')
  await page.getByLabel('Store name').fill('https://shop.example.com/')
  await page.getByRole('button', { name: 'Connect Store' }).click()
  await expect(page.getByText('Invalid domain')).toBeVisible()
  await expect(
    page.getByText(
      "Please use your .myshopify.com domain, not your custom domain. For example: 'your-store.myshopify.com'",
    ),
  ).toBeVisible()
})

test('S-05b a forged callback connects nothing', async ({ page }) => {
  await createMerchant(page.request)
  const forged = new URLSearchParams({
    code: 'stolen',
    hmac: 'f'.repeat(64),
    host: 'YWRtaW4',
    shop: 'victim.myshopify.com',
    state: 'guessed',
    timestamp: `${Math.floor(Date.now() / 1000)}`,
  })
  await page.goto(`/shopify/callback?${forged}`)
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.waitForURL('**/connect-shopify')
})
