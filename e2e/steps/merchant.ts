import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export const password = 'espresso1'

/** Returns a name that no other test uses. Each sandbox store is generated from its name. */
export function newStoreName(size: 'tiny' | 'plain' = 'tiny'): string {
  const id = randomUUID().slice(0, 8)
  return size === 'tiny' ? `tiny-${id}` : `store-${id}`
}

export const newEmail = () => `merchant-${randomUUID().slice(0, 8)}@example.com`

export async function signUp(page: Page, email = newEmail()): Promise<string> {
  await page.goto('/auth?tab=signup')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/add-payment')
  return email
}

export async function signIn(page: Page, email: string, withPassword = password): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(withPassword)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** Connects a store from the connect screen through the consent page to the dashboard. */
export async function connectStore(page: Page, storeName: string): Promise<void> {
  await page.goto('/connect-shopify')
  await page.getByLabel('Store name').fill(storeName)
  await page.getByRole('button', { name: 'Connect Store' }).click()
  await page.getByRole('button', { name: 'Install' }).click()
  await page.waitForURL('**/dashboard')
}

export async function waitForForecasts(page: Page, timeout = 45_000): Promise<void> {
  await expect(page.getByRole('heading', { name: 'What needs your attention' })).toBeVisible({ timeout })
}

/** Signs up a merchant, connects a store, and waits for its forecasts on the dashboard. */
export async function startWithStore(page: Page, storeName = newStoreName()): Promise<string> {
  const email = await signUp(page)
  await connectStore(page, storeName)
  await waitForForecasts(page)
  return email
}
