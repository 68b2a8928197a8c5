import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { callApi } from './api.ts'

export const password = 'espresso in 4 cups'

/** Returns a name that no other test uses. Each sandbox store is generated from its name. */
export function newStoreName(size: 'tiny' | 'plain' = 'tiny'): string {
  const id = randomUUID().slice(0, 8)
  return size === 'tiny' ? `tiny-${id}` : `store-${id}`
}

export const newEmail = () => `merchant-${randomUUID().slice(0, 8)}@example.com`

/** Fills the open form with an address and a password, and sends it. */
export async function fillIn(
  page: Page,
  button: string,
  email: string,
  withPassword = password,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(withPassword)
  await page.locator('form').getByRole('button', { name: button }).click()
}

export async function signUp(page: Page, email = newEmail()): Promise<string> {
  await page.goto('/auth?tab=signup')
  await fillIn(page, 'Sign Up', email)
  await page.waitForURL('**/add-payment')
  return email
}

export async function signIn(page: Page, email: string, withPassword = password): Promise<void> {
  await page.goto('/auth')
  await fillIn(page, 'Sign In', email, withPassword)
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

export async function waitForForecasts(page: Page, timeout = 45_000): Promise<void> {
  await expect(page.getByRole('heading', { name: 'What needs your attention' })).toBeVisible({ timeout })
}

/** Signs up a merchant without opening a screen; from then on `request` and its page are signed in. */
export async function createMerchant(request: APIRequestContext, email = newEmail()): Promise<string> {
  await callApi(request, 'POST', '/api/auth/sign-up/email', { email, password, name: 'merchant' })
  return email
}

/** Opens a path as a new merchant without a store. */
export async function startAt(page: Page, path: string): Promise<string> {
  const email = await createMerchant(page.request)
  await page.goto(path)
  return email
}

/** Connects a store of the sandbox without opening a screen, consent included. */
export async function connectStore(
  request: APIRequestContext,
  storeName: string,
  asked: { writesTransfers?: boolean } = {},
): Promise<void> {
  const { authUrl } = await callApi<{ authUrl: string }>(request, 'POST', '/functions/shopify-oauth-init', {
    shop: `${storeName}.myshopify.com`,
    redirectOrigin: new URL(process.env.STOCKCAST_URL ?? '').origin,
    ...asked,
  })
  const consent = new URL(authUrl)
  const installed = await request.post(`${consent.origin}${consent.pathname}`, {
    form: { ...Object.fromEntries(consent.searchParams), decision: 'install' },
    maxRedirects: 0,
  })
  const { search, searchParams } = new URL(installed.headers().location ?? '')
  const of = (name: string) => searchParams.get(name) ?? ''
  const callback = { code: of('code'), shop: of('shop'), hmac: of('hmac'), query: search }
  await callApi(request, 'POST', '/functions/shopify-oauth-callback', callback)
}

/** Waits until the merchant's forecasts are there, without a page that shows their progress. */
export async function untilForecasts(request: APIRequestContext, timeout = 90_000): Promise<void> {
  const forecastAsOf = async () =>
    (await callApi<{ forecastAsOf: string | null }>(request, 'GET', '/api/dashboard')).forecastAsOf
  await expect.poll(forecastAsOf, { timeout, intervals: [250] }).not.toBeNull()
}

/** Signs up a merchant, connects a store, and waits for its forecasts, without opening a screen. */
export async function createWithStore(
  request: APIRequestContext,
  storeName = newStoreName(),
): Promise<string> {
  const email = await createMerchant(request)
  await connectStore(request, storeName)
  await untilForecasts(request)
  return email
}

/** Prepares a merchant with a store and its forecasts, and opens the dashboard. */
export async function startWithStore(page: Page, storeName = newStoreName()): Promise<string> {
  const email = await createWithStore(page.request, storeName)
  await page.goto('/dashboard')
  await waitForForecasts(page)
  return email
}
