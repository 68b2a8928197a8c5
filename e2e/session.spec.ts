import { expect, type Page, test } from '@playwright/test'
import {
  createMerchant,
  fillIn,
  newEmail,
  password,
  signIn,
  signOut,
  signUp,
  startAt,
} from './steps/merchant.ts'
import { sandboxOutboxes } from './steps/outboxes.ts'

test('A-01 the tab comes from the address, and sign-in is the default', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
  await page.goto('/auth?tab=signup')
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Must be at least 6 characters long')).toBeVisible()
})

test('A-02 a short password is refused and nothing is created', async ({ page }) => {
  await page.goto('/auth?tab=signup')
  await fillIn(page, 'Sign Up', newEmail(), 'five5')
  await expect(page.getByText('Must be at least 6 characters long')).toBeVisible()
  await expect(page).toHaveURL(/\/auth/)
})

test('A-03 a second account with the same address is refused', async ({ page, request }) => {
  const email = await createMerchant(request)
  await page.goto('/auth?tab=signup')
  await fillIn(page, 'Sign Up', email)
  await expect(page.getByText('Account exists')).toBeVisible()
  await expect(page.getByText('This email is already registered. Please sign in instead.')).toBeVisible()
})

test('A-05 a wrong password says that sign-in failed', async ({ page, request }) => {
  const email = await createMerchant(request)
  await signIn(page, email, 'not-the-one')
  await expect(page.getByText('Sign in failed')).toBeVisible()
})

test('A-05 an unreachable server shows the unexpected error', async ({ page }) => {
  await page.goto('/auth')
  await page.route('**/api/auth/**', (route) => route.abort())
  await fillIn(page, 'Sign In', newEmail())
  await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible()
})

test('A-06 sign-up sends the welcome mail', async ({ page, request }) => {
  const email = await signUp(page)
  await expect
    .poll(async () => (await sandboxOutboxes(request).mails(email)).length, { timeout: 15_000 })
    .toBe(1)
})

/** Signs up a merchant and opens the dashboard. */
async function openDashboard(page: Page): Promise<void> {
  await startAt(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Inventory Dashboard' })).toBeVisible()
}

test('A-07 the session outlives a reload and an expired access token, and is shared between tabs', async ({
  page,
  context,
}) => {
  await openDashboard(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Inventory Dashboard' })).toBeVisible()
  const second = await context.newPage()
  await second.goto('/products')
  await expect(second.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  // Local storage holds only the short-lived token; without it the cookie renews the session.
  const lifetime = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('stockcast.session') ?? '{}').expiresAt - Date.now())
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('stockcast.session') ?? '{}')
    localStorage.setItem('stockcast.session', JSON.stringify({ ...stored, token: 'expired', expiresAt: 0 }))
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Inventory Dashboard' })).toBeVisible()
  expect(await lifetime()).toBeGreaterThan(0)
})

test('A-08 sign-out leads home, ends the session in all tabs and on the server', async ({
  page,
  context,
}) => {
  await openDashboard(page)
  const second = await context.newPage()
  await second.goto('/alerts')
  await expect(second.getByRole('heading', { name: 'Alert History' })).toBeVisible()
  const stored = await page.evaluate(() => localStorage.getItem('stockcast.session') ?? '')
  const token = /ey[\w-]+\.[\w-]+\.[\w-]+/.exec(stored)?.[0] ?? ''
  expect(token).not.toBe('')

  await signOut(page)
  const answer = await page.request.get('/api/session', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)
  await second.goto('/dashboard')
  await second.waitForURL('**/auth**')
})

test('A-09 an anonymous visitor of any screen of a merchant is redirected to sign-in', async ({ page }) => {
  for (const path of [
    '/dashboard',
    '/products',
    '/alerts',
    '/settings',
    '/connect-shopify',
    '/add-payment',
  ]) {
    await test.step(path, async () => {
      await page.goto('about:blank')
      await page.goto(path)
      await page.waitForURL('**/auth**')
    })
  }
})

test('A-01 sign-in returns to the requested page, on this site only', async ({ page, request }) => {
  const email = await createMerchant(request)
  await page.goto('/alerts')
  await page.waitForURL('**/auth**')
  await fillIn(page, 'Sign In', email)
  await page.waitForURL('**/alerts')
  await signOut(page)
  await page.goto('/auth?redirect=//evil.example/x')
  await fillIn(page, 'Sign In', email)
  await page.waitForURL('**/dashboard')
})

test('A-10 a forgotten password is replaced by mail', async ({ page, request }) => {
  const email = await createMerchant(request)
  await page.goto('/auth')
  await page.getByRole('link', { name: /Forgot/ }).click()
  // The address changes before the screen; until then the email field belongs to the sign-in form.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('status').first()).toBeVisible()
  const { mails } = sandboxOutboxes(request)
  const link = async () =>
    (await mails(email)).map(({ text }) => /https?:\S*reset\S*/.exec(text)?.[0]).find(Boolean)
  await expect.poll(link, { timeout: 15_000 }).toBeTruthy()
  await page.goto((await link()) ?? '')
  await page.getByLabel('New password').fill('a-new-one')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await page.waitForURL('**/auth')
  await signIn(page, email, password)
  await expect(page.getByText('Sign in failed')).toBeVisible()
  await signIn(page, email, 'a-new-one')
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
})

/** Delays the app's scripts, as a slow connection does. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

test('L-01, L-02 the landing page is complete before its scripts hydrate it unchanged', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const letGo = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(
    page.getByRole('heading', { name: 'Know what will run out, and when to order.' }),
  ).toBeVisible()
  await expect(page.getByText('per month, billed monthly')).toBeVisible()
  const heading = await page.locator('h1').elementHandle()

  letGo()
  const verdict = page.getByRole('region', { name: 'In one line' })
  await expect(page.locator('figure circle').first()).toBeAttached()
  await page.getByRole('slider', { name: /Restock takes/ }).fill('7')
  await expect(verdict).toContainText('In 0 of 20 futures')
  expect(await heading?.evaluate((node) => node.isConnected)).toBe(true)
  expect(complaints).toEqual([])
})

test('D-03 a click on Try the demo counts even before the scripts have loaded', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Try the demo' }).click()
  letGo()
  await page.waitForURL('**/dashboard')
})

test('L-04 a signed-in visitor reaches the dashboard without seeing the landing page', async ({ page }) => {
  await openDashboard(page)
  const letGo = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('#root')).toBeHidden()
  letGo()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Inventory Dashboard' })).toBeVisible()
})

test('X-01 an unknown path shows the 404 page, signed in or not', async ({ page }) => {
  await page.goto('/settings/no/such/page')
  await expect(page.getByText('404')).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/no\/such\/page$/)
  await page.goto('/no/such/page')
  await expect(page.getByText('404')).toBeVisible()
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await signUp(page)
  await page.goto('/settings/no/such/page')
  await expect(page.getByText('404')).toBeVisible()
})
