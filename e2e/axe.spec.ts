import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleColours, sidewaysScroll } from './steps/accessibility.ts'
import { expectVisibleFocus } from './steps/focus.ts'
import { tabTo } from './steps/keyboard.ts'
import { openScreen } from './steps/open-screen.ts'
import { type Screen, screens } from './steps/screens.ts'
import { test } from './steps/sessions.ts'

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** 1280 px at 400 % zoom. */
const ZOOMED = { width: 320, height: 640 }

/** The second view of each width differs from the first only in its colours. */
const views = [
  { colorScheme: 'light', viewport: WIDE, check: expectAccessible },
  { colorScheme: 'dark', viewport: WIDE, check: expectAccessibleColours },
  { colorScheme: 'dark', viewport: ZOOMED, check: expectAccessible },
  { colorScheme: 'light', viewport: ZOOMED, check: expectAccessibleColours },
] as const

/** Screens on which the focus is also followed from stop to stop. */
const walked = new Set(
  `landing sign-in sign-up connect import-empty dashboard products product alerts deliveries scorecard trends
  settings-global-full settings-products-full settings-notifications-full settings-billing-full settings-account-full`.split(
    /\s+/,
  ),
)
const focusRing = ({ name }: Screen) =>
  walked.has(name) ? 'each focused element has a visible ring and is not covered, ' : ''

for (const [merchant, theirs] of Map.groupBy(screens, (screen) => screen.merchant)) {
  test.describe(merchant, () => {
    test.use({ merchant })
    for (const screen of theirs) {
      test(`axe finds nothing on ${screen.name}, light and dark, wide and at 400 % zoom, ${focusRing(screen)}and nothing scrolls sideways`, async ({
        sharedPage: page,
      }) => {
        // The reference of the whole API has more elements than all other pages together.
        test.setTimeout(120_000)
        await look(page, views[0])
        await openScreen(page, screen)
        for (const view of views) {
          await test.step(`${view.colorScheme}, ${view.viewport.width} px`, async () => {
            await look(page, view)
            if (screen.movesOn) await openScreen(page, screen)
            await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
            await view.check(page)
          })
        }
        await page.setViewportSize(PHONE)
        expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
        if (!walked.has(screen.name)) return
        await look(page, views[0])
        await expectVisibleFocus(page)
      })
    }
  })
}

async function look(page: Page, { colorScheme, viewport }: (typeof views)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport)
}

test('the checks find low contrast, an image without a text and too wide content', async ({ page }) => {
  const faults = {
    'color-contrast': '<p style="color: #999; background: #fff">Faint</p>',
    'image-alt': '<img src="data:,">',
  }
  for (const [rule, fault] of Object.entries(faults)) {
    await page.setContent(`<html lang="en"><title>x</title><main><h1>Fine</h1>${fault}</main></html>`)
    await expect(expectAccessible(page)).rejects.toThrow(rule)
  }
  await page.setContent(`<html lang="en"><title>x</title><main>${faults['color-contrast']}</main></html>`)
  await expect(expectAccessibleColours(page)).rejects.toThrow('color-contrast')
  await page.setContent('<html lang="en"><title>x</title><main style="width: 2000px"><h1>Wide</h1></main>')
  await expect(expectAccessible(page)).rejects.toThrow('toBeLessThanOrEqual')
})

test.describe('by keyboard', () => {
  test.use({ merchant: 'full' })

  test('the first Tab reaches a link that skips the navigation to the content', async ({ page }) => {
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

  test('nothing is animated for users who prefer reduced motion', async ({ page }) => {
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
