import { expect, test } from '@playwright/test'
import { pressOn, tabTo, typeInto } from './steps/keyboard.ts'
import { newEmail, newStoreName, password, waitForForecasts } from './steps/merchant.ts'
import { test as asMerchant } from './steps/sessions.ts'

test('L-03, A-06, P-01b, S-01, S-05, S-07, D-01 the alerts are reached by keyboard only', async ({
  page,
}) => {
  await page.goto('/')
  await pressOn(page, page.getByRole('link', { name: 'Get Started' }))
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
  await typeInto(page, page.getByLabel('Email'), newEmail())
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/add-payment')

  await pressOn(page, page.getByRole('link', { name: 'Continue without a card' }))
  await page.waitForURL('**/connect-shopify')
  await typeInto(page, page.getByLabel('Store name'), newStoreName())
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: /Install Stockcast/ })).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: 'Install' }))
  await page.waitForURL('**/dashboard')
  await waitForForecasts(page)

  await pressOn(page, page.getByRole('link', { name: 'Products', exact: true }))
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  const first = page.getByRole('table', { name: 'Products' }).locator('tbody').getByRole('link').first()
  await pressOn(page, first)
  await expect(page.getByRole('heading', { name: 'Projected stock' })).toBeVisible()

  await pressOn(page, page.getByRole('link', { name: /^Alerts/ }))
  const resolve = page.getByRole('button', { name: /^Mark Resolved/ }).first()
  await pressOn(page, resolve, 'Space')
  await expect(page.getByText('Alert Resolved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Alert History' })).toBeFocused()
})

test('A-01 the tabs of the sign-in screen are changed with the arrow keys', async ({ page }) => {
  await page.goto('/auth')
  await tabTo(page, page.getByRole('tab', { name: 'Sign In' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/tab=signup/)
})

asMerchant.describe('full', () => {
  asMerchant.use({ merchant: 'full' })

  asMerchant('the focus moves to the heading of each page opened by keyboard', async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1 })
    await page.goto('/alerts')
    await expect(page.getByRole('heading', { name: 'Alert History' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('combobox', { name: /Search products/ })).toBeFocused()
    await page.keyboard.type('a')
    await expect(page.getByRole('group', { name: 'Products' }).getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/products\/\d+/)
    await expect(page.getByRole('heading', { name: 'Projected stock' })).toBeVisible()
    await expect(heading).toBeFocused()
    for (const name of ['Trends', 'Settings', 'Dashboard', 'Products']) {
      await pressOn(
        page,
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }),
      )
      await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    }
    await pressOn(
      page,
      page.getByRole('table', { name: 'Products' }).locator('tbody').getByRole('link').first(),
    )
    await page.waitForURL(/\/products\/\d+/)
    await expect(page.getByRole('heading', { name: 'Projected stock' })).toBeVisible()
    await expect(heading).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeFocused()
  })
})
