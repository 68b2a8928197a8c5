import { type Page, test } from '@playwright/test'
import type { Merchant } from '../steps/kinds-of-merchants.ts'
import { openScreen } from '../steps/open-screen.ts'
import { type Screen, screens } from '../steps/screens.ts'
import { fileOf, sessionFile } from './places.ts'
import { desktop, type View, viewsOf } from './views.ts'

/** Few enough that the last share does not keep one worker waiting for the other. */
const SCREENS_A_SHARE = 8
/** Lists of hundreds of products are cut: below, they repeat themselves. */
const MOST_PIXELS_HIGH = 3000

async function draw(page: Page, screen: Screen): Promise<void> {
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await openScreen(page, screen)
  for (const view of viewsOf(screen)) await take(page, screen, view)
}

async function take(page: Page, screen: Screen, { name, scheme, viewport }: View): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  if (page.viewportSize()?.width !== viewport.width) {
    await page.setViewportSize(viewport)
    // Charts measure their place and draw in the next frames.
    await page.waitForTimeout(200)
  }
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.screenshot({
    path: fileOf(name, screen.name),
    fullPage: true,
    clip: { x: 0, y: 0, width: viewport.width, height: Math.min(height, MOST_PIXELS_HIGH) },
    animations: 'disabled',
  })
}

const session = (merchant: Merchant) => (merchant === 'nobody' ? undefined : sessionFile(merchant))

for (const [merchant, theirs] of Map.groupBy(screens, (screen) => screen.merchant)) {
  test.describe(merchant, () => {
    test.use({ storageState: session(merchant) })
    for (let first = 0; first < theirs.length; first += SCREENS_A_SHARE) {
      const share = theirs.slice(first, first + SCREENS_A_SHARE)
      test(`${share[0]!.name} to ${share.at(-1)!.name}`, async ({ page }) => {
        for (const screen of share) await test.step(screen.name, () => draw(page, screen))
      })
    }
  })
}
