import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type Merchant, pictures, sessionFile } from './places.ts'
import { type Screen, screens } from './screens.ts'

const merchants = [...new Set(screens.map(({ merchant }) => merchant))]
const views = [
  { view: 'desktop', viewport: { width: 1280, height: 800 } },
  { view: 'phone', viewport: { width: 390, height: 844 } },
]
const schemes = ['light', 'dark'] as const
const fault = { error: { code: 'internal', message: 'Something went wrong on our side. Please try again.' } }
/** Longer than the web app waits before it gives up on a failing answer. */
const SETTLED_MS = 20_000

async function open(page: Page, { path: place, failing, waiting, show }: Screen): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (failing) await page.route(failing, (route) => route.fulfill({ status: 500, json: fault }))
  if (waiting) await page.route(waiting, () => undefined)
  // A page that only changes its hash would keep what was loaded.
  await page.goto('about:blank')
  await page.goto(place)
  await settle(page, waiting !== undefined)
  // Tables have skeletons of their own while the web app asks again.
  if (failing) await page.getByRole('button', { name: 'Try again' }).first().waitFor({ timeout: SETTLED_MS })
  if (!show) return
  await show(page)
  await settle(page, false)
}

async function settle(page: Page, isWaiting: boolean): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible({ timeout: SETTLED_MS })
  const loading = page.locator('.mantine-Skeleton-root, .mantine-Loader-root')
  if (!isWaiting) await expect(loading).toHaveCount(0, { timeout: SETTLED_MS })
  await page.evaluate('document.fonts.ready')
  // Charts measure their place and draw in the next frames; skeletons wait before they show.
  await page.waitForTimeout(isWaiting ? 400 : 200)
}

async function draw(page: Page, screen: Screen, view: string): Promise<void> {
  await open(page, screen)
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const file = path.join(pictures, `${view}-${colorScheme}`, `${screen.name}.png`)
    await page.screenshot({ path: file, fullPage: true, clip: await topOf(page), animations: 'disabled' })
  }
}

/** Lists of hundreds of products are cut: below, they repeat themselves. */
async function topOf(page: Page) {
  const width = page.viewportSize()?.width ?? 0
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  return { x: 0, y: 0, width, height: Math.min(height, 3000) }
}

const session = (merchant: Merchant) => (merchant === 'nobody' ? undefined : sessionFile(merchant))

for (const { view, viewport } of views) {
  for (const merchant of merchants) {
    test.describe(`${view} ${merchant}`, () => {
      test.use({ viewport, storageState: session(merchant) })
      test('screens', async ({ page }) => {
        for (const screen of screens.filter((each) => each.merchant === merchant)) {
          await test.step(screen.name, () => draw(page, screen, view))
        }
      })
    })
  }
}
