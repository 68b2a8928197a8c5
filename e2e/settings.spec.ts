import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { totpCode } from '../packages/testkit/src/totp.ts'
import { expectAccessible } from './steps/accessibility.ts'
import { downloadBy } from './steps/files.ts'
import { createMerchant, createWithStore, password, signIn } from './steps/merchant.ts'
import { test } from './steps/sessions.ts'

const tabs = ['global', 'products', 'notifications', 'billing', 'account']
const open = (page: Page, tab: string) => page.goto(`/settings?tab=${tab}`)
const saved = 'Product settings saved successfully'
const stockInputs = (page: Page) => page.getByLabel(/^Safety stock of /)
const getDialog = (page: Page) => page.getByRole('dialog')
const passwordIn = (page: Page) => getDialog(page).getByLabel('Password', { exact: true })

/** Waits until the merchant is signed in and on the dashboard. */
const expectInside = (page: Page) => page.waitForURL('**/dashboard')

test.describe('a merchant whose data is only read', () => {
  test.use({ merchant: 'full' })

  test('G-01 the tabs fit a phone, and the selected one is visible @phone', async ({ page }) => {
    for (const tab of tabs) {
      await open(page, tab)
      await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.9 })
    }
  })
})

test('G-03, W-01, W-02 settings of one product change its alert and its order at once', async ({ page }) => {
  await createWithStore(page.request)
  await page.goto('/products?status=healthy&sort=averageDailySales')
  const rows = page.getByRole('table', { name: 'Products' }).locator('tbody tr')
  // A gift card has no stock to fall below, and what is to be ordered today cannot be due sooner.
  const chosen = rows.filter({ hasNotText: /Not tracked|Today/ }).first()
  const title = (await chosen.getByRole('link').first().textContent()) ?? ''
  const before = await chosen.textContent()
  await open(page, 'products')
  await page.getByLabel('Search products').fill(title)
  await expect(stockInputs(page)).toHaveCount(1)
  await page.getByLabel(`Safety stock of ${title}`, { exact: true }).fill('999999')
  await page.getByLabel(`Safety stock of ${title}`, { exact: true }).press('Enter')
  await expect(page.getByText(saved)).toBeVisible()
  await page.getByText('Own settings 1').click()
  await expect(stockInputs(page)).toHaveCount(1)

  await page.goto(`/products?search=${encodeURIComponent(title)}`)
  await expect(rows.first()).toContainText(title)
  await expect(rows.first()).not.toHaveText(before ?? '')
  await page.goto('/alerts?type=low_stock&status=active')
  await expect(page.getByRole('list', { name: 'Alerts' }).getByText(title).first()).toBeVisible()
})

test('G-03 settings of many products are changed at once, and the change is undone', async ({ page }) => {
  await createWithStore(page.request)
  await open(page, 'products')
  await page.getByLabel(/^Select all \d+ products$/).check()
  await page
    .getByLabel(/^Select (?!all)/)
    .first()
    .uncheck()
  await page.getByRole('button', { name: 'Change settings' }).click()
  await getDialog(page).getByText('Set to').first().click()
  await getDialog(page).getByLabel('New safety stock, units').fill('31')
  await getDialog(page)
    .getByRole('button', { name: /^Change \d+ products$/ })
    .click()
  await expect(page.getByText(/^\d+ products changed$/)).toBeVisible()
  await expect(stockInputs(page).first()).toHaveValue('')
  await expect(stockInputs(page).nth(1)).toHaveValue('31')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(stockInputs(page).nth(1)).toHaveValue('')
  await expect(page.getByText('Own settings 0')).toBeVisible()
})

test('G-02 defaults are applied to all products after a warning about lost settings', async ({ page }) => {
  await createWithStore(page.request)
  await open(page, 'products')
  await stockInputs(page).first().fill('77')
  await stockInputs(page).first().press('Enter')
  await expect(page.getByText(saved)).toBeVisible()
  await open(page, 'global')
  await page.getByLabel('Default safety stock').fill('9')
  await page.getByRole('button', { name: 'Apply Global Settings to All Products' }).click()
  await expect(getDialog(page)).toContainText('1 product with settings of its own will lose them.')
  await getDialog(page).getByRole('button', { name: 'Apply to all products' }).click()
  await expect(page.getByText('Applied to All Products')).toBeVisible()
  await open(page, 'products')
  await expect(page.getByText('Own settings 0')).toBeVisible()
  await expect(stockInputs(page).first()).toHaveAttribute('placeholder', '9')
})

test('A-10 a changed password ends the old one and signs out other devices', async ({ page, browser }) => {
  const email = await createMerchant(page.request)
  const phone = await (await browser.newContext()).newPage()
  await signIn(phone, email)
  await expectInside(phone)
  await open(page, 'account')
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('a-newer-one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Every other device was signed out.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/\(this device\)/)).toBeVisible()
  await phone.goto('/settings')
  await phone.waitForURL('**/auth**')
  await signIn(phone, email)
  await expect(phone.getByText('Sign in failed')).toBeVisible()
  await signIn(phone, email, 'a-newer-one')
  await expectInside(phone)
  await phone.context().close()
})

test('A-08 signing out everywhere ends the session in every browser', async ({ page, browser }) => {
  const email = await createMerchant(page.request)
  const phone = await (await browser.newContext()).newPage()
  await signIn(phone, email)
  await expectInside(phone)
  await open(page, 'account')
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  for (const each of [page, phone]) {
    await each.goto('/settings')
    await each.waitForURL('**/auth**')
  }
  await phone.context().close()
})

test('A-07 two-step sign-in asks for a code from the authenticator app', async ({ page, browser }) => {
  const email = await createMerchant(page.request)
  await open(page, 'account')
  await page.getByRole('button', { name: 'Set up' }).click()
  await passwordIn(page).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const key = ((await getDialog(page).locator('code').textContent()) ?? '').replaceAll(' ', '')
  const code = (at: number) => totpCode(`otpauth://totp/x?secret=${key}`, at)
  await getDialog(page).getByLabel('Code from your app').fill(code(Date.now()))
  await page.keyboard.press('Enter')
  await expect(getDialog(page).getByRole('list', { name: 'Backup codes' }).getByRole('listitem')).toHaveCount(
    10,
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 backup codes left.')).toBeVisible()

  const phone = await (await browser.newContext()).newPage()
  await signIn(phone, email)
  await phone.getByLabel('Code from your app').fill('000000')
  await phone.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await expect(phone.getByText(/This code is not correct/)).toBeVisible()
  await expectAccessible(phone)
  // The next code is already valid, and the first one has been used.
  await phone.getByLabel('Code from your app').fill(code(Date.now() + 30_000))
  await phone.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await expectInside(phone)
  await phone.context().close()
})

test('the export is a ZIP of the merchant’s data', async ({ page }) => {
  const email = await createWithStore(page.request)
  await open(page, 'account')
  const download = await downloadBy(page, page.getByRole('button', { name: 'Export my data' }))
  expect(download.suggestedFilename()).toMatch(/^stockcast-\d{4}-\d{2}-\d{2}\.zip$/)
  const files = unzipSync(await readFile(await download.path()))
  const lines = (name: string) => strFromU8(files[name]!).trim().split('\r\n')
  expect(lines('account.csv')[1]).toContain(email)
  for (const name of ['variants.csv', 'stock.csv', 'sales-by-day.csv', 'forecasts.csv', 'alerts.csv'])
    expect(lines(name).length, name).toBeGreaterThan(1)
})

test('a deleted account cannot sign in, loses its store, and frees its address', async ({ page }) => {
  const email = await createWithStore(page.request)
  await open(page, 'account')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await getDialog(page)
    .getByLabel(/to confirm$/)
    .fill(email)
  await passwordIn(page).fill('not-the-one')
  await getDialog(page).getByRole('button', { name: 'Delete everything' }).click()
  await expect(getDialog(page).getByText('This is not your current password.')).toBeVisible()
  await passwordIn(page).fill(password)
  await getDialog(page).getByRole('button', { name: 'Delete everything' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText('Account deleted')).toBeVisible()
  await signIn(page, email)
  await expect(page.getByText('Sign in failed')).toBeVisible()
  await createMerchant(page.request, email)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Connect your store' })).toBeVisible()
})
