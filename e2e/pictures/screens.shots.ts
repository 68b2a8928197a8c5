import { type Page, test } from '@playwright/test'
import type { Merchant } from '../steps/kinds-of-merchants.ts'
import { openScreen } from '../steps/open-screen.ts'
import { screens } from '../steps/screens.ts'
import { moreScreens } from './more-screens.ts'
import { getFile, sessionFile } from './places.ts'
import { desktop, getViews, isState, type PicturedScreen, type View } from './views.ts'

/** Screens per test, few enough that both workers finish at about the same time. */
const SCREENS_A_SHARE = 8
/** Largest height of a picture; longer lists are cut. */
const MAX_PIXELS_HIGH = 3000

async function draw(page: Page, screen: PicturedScreen): Promise<void> {
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await openScreen(page, screen)
  let { width } = desktop
  for (const view of getViews(screen)) {
    const isOtherSize = view.viewport.width !== width
    width = view.viewport.width
    await page.setViewportSize(view.viewport)
    // A screen is opened again at another size. A state is kept, because it cannot be reached by address.
    if (isOtherSize && !isState(screen)) await openScreen(page, screen)
    // Charts measure their container and draw in the next frames.
    else if (isOtherSize) await page.waitForTimeout(200)
    await take(page, screen, view)
  }
}

async function take(page: Page, screen: PicturedScreen, { name, scheme, viewport }: View): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.screenshot({
    path: getFile(name, screen.name),
    fullPage: true,
    clip: { x: 0, y: 0, width: viewport.width, height: Math.min(height, MAX_PIXELS_HIGH) },
    animations: 'disabled',
  })
}

const session = (merchant: Merchant) => (merchant === 'nobody' ? undefined : sessionFile(merchant))

for (const [merchant, theirs] of Map.groupBy<Merchant, PicturedScreen>(
  [...screens, ...moreScreens],
  (screen) => screen.merchant,
)) {
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
