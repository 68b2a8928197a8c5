import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { preparations } from '../steps/kinds-of-merchants.ts'
import { openScreen } from '../steps/open-screen.ts'
import { landingPictures } from './places.ts'

/** A visitor on a slow line waits for each of them. */
const MOST_BYTES = 60_000
const qualities = [90, 85, 80, 75, 70, 65, 60]
const STORE_NAME = 'northfold-coffee'

// As wide as the landing page shows them, so that text stays sharp.
test.use({ viewport: { width: 1200, height: 900 } })

test('the dashboard and a product, light and dark', async ({ page }) => {
  await preparations.full(page, STORE_NAME)
  await openScreen(page, { name: 'dashboard', path: '/dashboard', merchant: 'full' })
  await draw(page, 'dashboard')
  const inStock = page.getByRole('main').getByRole('row').filter({ hasNotText: 'Out of stock' })
  await inStock.locator('a[href^="/products/"]').first().click()
  await page.getByRole('heading', { name: 'Projected stock' }).waitFor()
  const { pathname } = new URL(page.url())
  await openScreen(page, { name: 'product', path: pathname, merchant: 'full' })
  await draw(page, 'product')
})

async function draw(page: Page, name: string): Promise<void> {
  mkdirSync(landingPictures, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    writeFileSync(path.join(landingPictures, `${name}-${colorScheme}.webp`), await takeWebp(page))
  }
}

/** The finest picture that is light enough. */
async function takeWebp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  for (const quality of qualities) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const picture = Buffer.from(data, 'base64')
    if (picture.length > MOST_BYTES) continue
    console.log(`quality ${quality}, ${picture.length} bytes`)
    return picture
  }
  throw new Error(`The picture stays above ${MOST_BYTES} bytes at quality ${qualities.at(-1)}.`)
}
