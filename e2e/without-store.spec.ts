import { expect, test } from '@playwright/test'
import { password, signIn, signOut, signUp, startAt, waitForForecasts } from './steps/merchant.ts'

test.describe('a merchant without a store', () => {
  test('S-01, A-01, D-04, D-05 signs in to the dashboard and sees every screen', async ({ page }) => {
    const email = await signUp(page)
    await page.getByRole('link', { name: 'Continue without a card' }).click()
    await page.waitForURL('**/connect-shopify')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await signIn(page, email, password)
    await page.waitForURL('**/dashboard')
    await expect(page.getByText('Trial Active')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Connect your store' })).toBeVisible()
    await expect(page.getByText('45 days')).toBeVisible()
    await expect(page.getByText('No active alerts. All inventory levels look good!')).toBeVisible()

    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Products' }).click()
    await expect(page.getByText('No products found')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Load Demo Data' })).toBeVisible()
    await menu.getByRole('link', { name: 'Alerts' }).click()
    await expect(page.getByText('Alerts will appear here when inventory levels are low')).toBeVisible()
    await menu.getByRole('link', { name: 'Trends' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Trends' })).toBeVisible()
    await menu.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('tab', { name: 'Global Settings' })).toBeVisible()
    await signOut(page)
  })

  test('S-04 tries the sandbox store with one click from the dashboard', async ({ page }) => {
    await startAt(page, '/dashboard')
    await page.getByRole('button', { name: 'Try the sandbox store' }).click()
    await expect(page.getByRole('heading', { name: /Install Stockcast/ })).toBeVisible()
  })

  test('T-06 loads demo data on the products page and sees its alerts on the dashboard', async ({ page }) => {
    await startAt(page, '/products')
    await page.getByRole('button', { name: 'Load Demo Data' }).click()
    await expect(page.getByRole('table', { name: 'Products' })).toBeVisible()
    await page.goto('/dashboard')
    await waitForForecasts(page)
    await expect(page.getByRole('region', { name: 'Connect your store' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Connect Real Store' })).toBeVisible()
  })
})

test('C-02 an accepted extension reloads the page, which then confirms it', async ({ page }) => {
  await startAt(page, '/settings?tab=billing')
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await page.evaluate('window.isBeforeReload = true')
  await page.getByRole('button', { name: 'Accept 14 Days Free' }).click()
  await expect(page.getByText('Trial Extended!')).toBeVisible()
  expect(await page.evaluate('window.isBeforeReload')).toBeUndefined()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('P-02 two quick clicks on Add Payment Method start one setup', async ({ page }) => {
  let started = 0
  await page.route('**/functions/stripe-create-setup-session', (route) => {
    started += 1
    return route.continue()
  })
  await startAt(page, '/add-payment')
  await page.getByRole('button', { name: 'Add Payment Method' }).dblclick()
  await page.waitForURL(/\/stripe\/pay\//)
  expect(started).toBe(1)
})

test('C-03 the browser’s console stays empty while a plan is cancelled', async ({ page }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await startAt(page, '/settings?tab=billing')
  said.length = 0
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'No Thanks, Cancel Anyway' }).click()
  await dialog.getByLabel('What was missing?').fill('More words')
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(dialog.getByText('Subscription Cancelled')).toBeVisible()
  expect(said).toEqual([])
})
