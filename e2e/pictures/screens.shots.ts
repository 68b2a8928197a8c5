import path from 'node:path'
import { type Page, test } from '@playwright/test'
import type { Merchant } from '../steps/kinds-of-merchants.ts'
import { openScreen } from '../steps/open-screen.ts'
import { type Screen, screens } from '../steps/screens.ts'
import { pictures, sessionFile } from './places.ts'

const merchants = [...new Set(screens.map(({ merchant }) => merchant))]
const views = [
  { view: 'desktop', viewport: { width: 1280, height: 800 } },
  { view: 'phone', viewport: { width: 390, height: 844 } },
]
const schemes = ['light', 'dark'] as const
async function draw(page: Page, screen: Screen, view: string): Promise<void> {
  await openScreen(page, screen)
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
