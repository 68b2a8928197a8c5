import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Page, test } from '@playwright/test'
import { preparations } from '../steps/kinds-of-merchants.ts'
import { openScreen } from '../steps/open-screen.ts'
import { tourPictures } from './places.ts'
import { takeWebp } from './take-webp.ts'

const viewport = { width: 1280, height: 860 }

test.use({ viewport, colorScheme: 'light' })

test('the screens of the tour in the README', async ({ page }) => {
  await preparations.full(page.request, 'northfold-coffee')
  await draw(page, 'dashboard', '/dashboard')
  const inStock = page.getByRole('main').getByRole('row').filter({ hasNotText: 'Out of stock' })
  await inStock.locator('a[href^="/products/"]').first().click()
  await page.getByRole('heading', { name: 'Projected stock' }).waitFor()
  await draw(page, 'product', new URL(page.url()).pathname)
  await draw(page, 'alerts', '/alerts')
  await draw(page, 'scorecard', '/alerts/scorecard')
  await draw(page, 'trends', '/trends')
})

async function draw(page: Page, name: string, address: string): Promise<void> {
  mkdirSync(tourPictures, { recursive: true })
  await openScreen(page, { name, path: address, merchant: 'full' })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const picture = await takeWebp(page, { viewport, scale: 1, mostBytes: 90_000 })
  writeFileSync(path.join(tourPictures, `${name}.webp`), picture)
}
