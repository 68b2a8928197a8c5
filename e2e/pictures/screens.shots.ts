import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type Merchant, sessionFile } from './places.ts'
import { type Screen, screens } from './screens.ts'

const merchants = [...new Set(screens.map(({ merchant }) => merchant))]
const fault = { error: { code: 'internal', message: 'Something went wrong on our side. Please try again.' } }
/** Longer than the web app waits before it gives up on a failing answer. */
const SETTLED_MS = 20_000

async function prepare(page: Page, { failing, waiting }: Screen): Promise<void> {
  if (failing) await page.route(failing, (route) => route.fulfill({ status: 500, json: fault }))
  if (waiting) await page.route(waiting, () => undefined)
}

async function settle(page: Page, isWaiting: boolean): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible({ timeout: SETTLED_MS })
  const loading = page.locator('.mantine-Skeleton-root, .mantine-Loader-root')
  if (!isWaiting) await expect(loading).toHaveCount(0, { timeout: SETTLED_MS })
  await page.evaluate('document.fonts.ready')
  // Charts measure their place and draw in the next frames.
  await page.waitForTimeout(isWaiting ? 400 : 200)
}

async function draw(page: Page, screen: Screen, folder: string): Promise<void> {
  await prepare(page, screen)
  await page.goto(screen.path)
  await settle(page, screen.waiting !== undefined)
  if (screen.show) {
    await screen.show(page)
    await settle(page, false)
  }
  await page.screenshot({ path: path.join(folder, `${screen.name}.png`), fullPage: true })
}

const session = (merchant: Merchant) => (merchant === 'nobody' ? undefined : sessionFile(merchant))

for (const merchant of merchants) {
  test.describe(merchant, () => {
    test.use({ storageState: session(merchant) })
    for (const screen of screens.filter((each) => each.merchant === merchant)) {
      test(screen.name, async ({ page }, { project }) => {
        await draw(page, screen, (project.metadata as { folder: string }).folder)
      })
    }
  })
}
