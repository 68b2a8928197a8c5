import { expect, type Page, test } from '@playwright/test'
import { fillIn, newEmail, newStoreName, signIn, signOut } from './steps/merchant.ts'

async function tryDemo(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await page.waitForURL('**/dashboard')
}

async function keepAccount(page: Page, button: string): Promise<string> {
  const email = newEmail()
  await fillIn(page, button, email)
  return email
}

test('D-03, T-06, X-03 one click on the landing page leads to the sample store, which can be kept', async ({
  page,
}) => {
  await tryDemo(page)
  await expect(page.getByRole('link', { name: 'Connect Real Store' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What needs your attention' })).toBeVisible({
    timeout: 30_000,
  })
  await page.goto('/alerts')
  const alerts = page.getByRole('list', { name: 'Alerts' }).locator(':scope > li')
  await expect(alerts.filter({ hasText: 'Stockout Risk' })).toContainText('Gooseneck Kettle')
  await expect(alerts.filter({ hasText: 'Low Stock' })).toContainText('Hand Grinder')

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Keep this account' }).click()
  const email = await keepAccount(page, 'Keep this account')
  await expect(page.getByText('Account kept')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep this account' })).toHaveCount(0)
  await signOut(page)
  await signIn(page, email)
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('link', { name: 'Connect Real Store' })).toBeVisible()
})

test('D-03, X-03 connecting a store keeps the demo account and replaces its sample data', async ({
  page,
}) => {
  await tryDemo(page, '/auth?tab=signup')
  await page.getByRole('link', { name: 'Connect Real Store' }).click()
  await expect(page.getByRole('heading', { name: 'First, keep this account' })).toBeVisible()
  await keepAccount(page, 'Keep and continue')
  await page.getByLabel('Store name').fill(newStoreName())
  await page.getByRole('button', { name: 'Connect Store' }).click()
  await page.getByRole('button', { name: 'Install' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { name: 'What needs your attention' })).toBeVisible({
    timeout: 45_000,
  })
  await expect(page.getByRole('link', { name: 'Connect Real Store' })).toHaveCount(0)
  await page.goto('/products?search=DEMO-')
  await expect(page.getByText('No products found')).toBeVisible()
})
