import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { chooseFile, dayAgo, downloadBy } from './steps/files.ts'
import { startAt } from './steps/merchant.ts'

const products = 'product,variant,sku,price,stock\nKettle,Black,KET-B,79.50,40\nPapers,,PAP,4.00,300\n'

function sales(days: number): string {
  const rows = Array.from({ length: days }, (_, i) => `KET-B,${dayAgo(i + 1)},4\nPAP,${dayAgo(i + 1)},2\n`)
  return `sku,day,units\n${rows.join('')}`
}

test('a merchant without Shopify imports products and sales, and sees forecasts', async ({ page }) => {
  await startAt(page, '/connect-shopify')
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page.waitForURL('**/import')
  await expect(page.getByRole('heading', { name: 'Import' })).toBeVisible()

  await chooseFile(page, 'products.csv', products)
  await expect(page.getByText('2 new, 0 changed, 0 unchanged.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'KET-B', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByRole('button', { name: 'Import another file' }).click()

  await page.getByText('Sales', { exact: true }).click()
  await chooseFile(page, 'sales.csv', sales(60))
  await expect(page.getByText('120 rows, 2 SKUs, 360 units.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 120 rows' }).click()
  await page.getByRole('link', { name: 'See the products' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Kettle, Black' })
  await expect(row).toContainText('4.0', { timeout: 30_000 })
  await row.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Kettle, Black' })).toBeVisible()
})

test('each wrong line of a file is named and left out, and the others can be imported', async ({ page }) => {
  await startAt(page, '/import')
  await page.getByText('Sales', { exact: true }).click()
  await chooseFile(
    page,
    'sales.csv',
    `sku,day,units\nA,${dayAgo(1)},2\nA,${dayAgo(2)},x\nA,${dayAgo(-2)},2\n`,
  )
  await expect(page.getByText('2 rows left out')).toBeVisible()
  await expect(page.getByRole('cell', { name: '“x” is not a whole number' })).toBeVisible()
  await expect(page.getByRole('cell', { name: /is in the future/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 1 row, 2 left out' })).toBeVisible()
  const download = await downloadBy(page, page.getByRole('button', { name: 'Download 2 rows to correct' }))
  expect(download.suggestedFilename()).toBe('rows-to-mend.csv')
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    /^sku,day,units,Why it was left out\r\nA,[\d-]+,x,units “x” is not a whole number\r\n/,
  )
})

test('T-06, D-03 demo data has its alerts, its banner and the way to a real store', async ({ page }) => {
  await startAt(page, '/connect-shopify')
  await page.getByRole('button', { name: 'Load Demo Data' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('link', { name: 'Connect Real Store' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What needs your attention' })).toBeVisible({
    timeout: 45_000,
  })
  await page.goto('/alerts')
  await expect(page.getByText('Gooseneck Kettle')).toBeVisible()
  await expect(page.getByText('Hand Grinder')).toBeVisible()
  await page.goto('/products')
  await expect(page.getByRole('button', { name: 'Load Demo Data' })).toBeVisible()
})
