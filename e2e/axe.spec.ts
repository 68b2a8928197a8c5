import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './steps/accessibility.ts'
import { tabTo } from './steps/keyboard.ts'
import { openScreen } from './steps/open-screen.ts'
import { screens } from './steps/screens.ts'
import { test } from './steps/sessions.ts'

/** 1280 px at 400 % zoom. */
const ZOOMED = { width: 320, height: 640 }

for (const merchant of new Set(screens.map((screen) => screen.merchant))) {
  test.describe(merchant, () => {
    test.use({ merchant })
    for (const screen of screens.filter((each) => each.merchant === merchant)) {
      test(`axe finds nothing on ${screen.name}, light, nor dark at 400 % zoom, where nothing scrolls sideways`, async ({
        page,
      }) => {
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await openScreen(page, screen)
        await expectAccessible(page)
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
        await page.setViewportSize(ZOOMED)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
        await expectAccessible(page)
      })
    }
  })
}

test.describe('by keyboard', () => {
  test.use({ merchant: 'full' })

  test('the first Tab offers to skip the navigation, and leads into the content', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await isInside(page, '#main')).toBe(true)
  })

  test('a product is found by Ctrl+K from another screen', async ({ page }) => {
    await page.goto('/alerts')
    await tabTo(page, page.getByRole('button', { name: 'Search' }))
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: /Search products/ })
    await expect(field).toBeFocused()
    await page.keyboard.type('a')
    const first = page.getByRole('group', { name: 'Products' }).getByRole('option').first()
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/products\/\d+/)
    await expect(page.getByRole('heading', { name: 'Projected stock' })).toBeVisible()
  })

  test('nothing moves by itself where less motion is asked for', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/products')
    await expect(page.getByRole('table', { name: 'Products' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: /Search products/ })).toBeFocused()
    const moving = await page.evaluate<number>(
      'document.getAnimations().filter((each) => each.effect.getTiming().duration > 0).length',
    )
    expect(moving).toBe(0)
  })
})

const isInside = (page: Page, selector: string) =>
  page.evaluate<boolean>(`document.activeElement.closest('${selector}') !== null`)
