import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Page, test } from '@playwright/test'
import type { ProductList } from '@stockcast/contract'
import { callApi } from '../steps/api.ts'
import { preparations } from '../steps/kinds-of-merchants.ts'
import { openScreen } from '../steps/open-screen.ts'
import { importOrderFile } from '../steps/order-import.ts'
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
  await page.goto('/alerts/scorecard')
  await page.getByLabel('The last 90 days').waitFor()
  await draw(page, 'scorecard', '/alerts/scorecard')
  await draw(page, 'trends', '/trends')
  await importSuppliers(page)
  await page.goto('/order')
  await page.getByLabel('Budget').fill('1500')
  await page.getByText(/of the budget left$/).waitFor()
  await draw(page, 'order', `/order${new URL(page.url()).search}`)
})

/** Imports the vendors of the store as suppliers of their products. */
async function importSuppliers(page: Page): Promise<void> {
  const { rows } = await callApi<ProductList>(page.request, 'GET', '/api/products?pageSize=500')
  const items = rows.flatMap(({ vendor, sku }) => (vendor === null || sku === null ? [] : [{ vendor, sku }]))
  const vendors = [...new Set(items.map(({ vendor }) => vendor))]
  const suppliers = vendors.map((vendor, i) => `"${vendor}",${10 + 4 * (i % 3)},orders${i}@example.com\n`)
  await importOrderFile(page, 'Suppliers', `Vendor,Lead time,Email\n${suppliers.join('')}`)
  const lines = items.map(({ vendor, sku }) => `"${vendor}","${sku}",6\n`)
  await importOrderFile(page, 'Their products', `Vendor,SKU,Pack size\n${lines.join('')}`)
}

async function draw(page: Page, name: string, address: string): Promise<void> {
  mkdirSync(tourPictures, { recursive: true })
  await openScreen(page, { name, path: address, merchant: 'full' })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const picture = await takeWebp(page, { viewport, scale: 1, mostBytes: 90_000 })
  writeFileSync(path.join(tourPictures, `${name}.webp`), picture)
}
