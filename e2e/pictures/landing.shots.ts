import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { preparations } from '../steps/kinds-of-merchants.ts'
import { openScreen } from '../steps/open-screen.ts'
import { landingPictures } from './places.ts'
import { takeWebp } from './take-webp.ts'

/** Largest size of a picture, for visitors with a slow connection. */
const MAX_BYTES = 60_000
/** Height of the top bar on a phone and the space below it. */
const BAR_PX = 76
const STORE_NAME = 'northfold-coffee'

interface Size {
  /** Suffix of the file names. */
  suffix: string
  viewport: { width: number; height: number }
  /** Picture pixels per CSS pixel. */
  scale: number
}

/** The width at which the landing page shows the pictures, so that text stays sharp. */
const wide: Size = { suffix: '', viewport: { width: 1200, height: 900 }, scale: 1 }
/** A separate size for phones, where a desktop screen would be unreadable. */
const phone: Size = { suffix: '-phone', viewport: { width: 390, height: 700 }, scale: 2 }

test.use({ viewport: wide.viewport })

test('the dashboard and a product, light and dark', async ({ page }) => {
  await preparations.full(page.request, STORE_NAME)
  await draw(page, 'dashboard', '/dashboard', 'What needs your attention')
  const inStock = page.getByRole('main').getByRole('row').filter({ hasNotText: 'Out of stock' })
  await inStock.locator('a[href^="/products/"]').first().click()
  await page.getByRole('heading', { name: 'Projected stock' }).waitFor()
  await draw(page, 'product', new URL(page.url()).pathname)
})

/** Takes the picture; on a phone it begins with the named heading, otherwise with the top of the page. */
async function draw(page: Page, name: string, address: string, firstOnPhone?: string): Promise<void> {
  mkdirSync(landingPictures, { recursive: true })
  for (const size of [wide, phone]) {
    await page.setViewportSize(size.viewport)
    await openScreen(page, { name, path: address, merchant: 'full' })
    if (size === phone && firstOnPhone !== undefined) await scrollTo(page, firstOnPhone)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      const file = path.join(landingPictures, `${name}${size.suffix}-${colorScheme}.webp`)
      writeFileSync(file, await takeWebp(page, { ...size, mostBytes: MAX_BYTES }))
    }
  }
}

/** Scrolls the named heading to just below the top bar. */
async function scrollTo(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { name })
  const top = async () => (await heading.boundingBox())?.y ?? 0
  await page.evaluate(`window.scrollBy(0, ${(await top()) - BAR_PX})`)
  await expect.poll(top).toBeLessThan(BAR_PX + 10)
}
