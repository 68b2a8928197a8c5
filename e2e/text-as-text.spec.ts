import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { callApi } from './steps/api.ts'
import { downloadBy } from './steps/files.ts'
import { createMerchant } from './steps/merchant.ts'

const html = '<img src=x onerror="window.ran=1"><script>window.ran=1</script><b>bold</b>'
const formula = '=HYPERLINK("https://evil.example","Click")'
const products = [
  { sku: 'HTML-1', product: html, vendor: '<i>vendor</i>', stock: 3, price: 10 },
  { sku: formula, product: formula, stock: 5, price: 10 },
  { sku: '@SUM(A1)', product: '-1+1|cmd', stock: 7, price: 10 },
]
const dayMs = 86_400_000

/** Imports products with sales whose names contain HTML and formulas. */
async function importProducts(request: APIRequestContext): Promise<void> {
  await callApi(request, 'PUT', '/api/inventory', { items: products })
  const rows = products.flatMap(({ sku }) =>
    Array.from({ length: 28 }, (_, i) => ({
      sku,
      day: new Date(Date.now() - (i + 1) * dayMs).toISOString().slice(0, 10),
      units: 2,
    })),
  )
  await callApi(request, 'PUT', '/api/sales', { rows })
}

/** Sets a store name that contains HTML, as the provider may send it. */
async function nameStore(page: Page, shopName: string): Promise<void> {
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch()
    const session = await answer.json()
    if (session.merchant) session.merchant.shopName = shopName
    await route.fulfill({ response: answer, json: session })
  })
}

async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate<unknown>('window.ran')).toBeUndefined()
  await expect(page.locator('main img, main b:text-is("bold")')).toHaveCount(0)
}

test('T-01, T-03, R-02, G-03 names that are HTML or formulas are shown, searched and exported as text', async ({
  page,
}) => {
  await createMerchant(page.request)
  await importProducts(page.request)
  await nameStore(page, html)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'What needs your attention' })).toBeVisible({
    timeout: 45_000,
  })
  await expect(page.getByRole('complementary', { name: 'Sidebar' }).getByText(html)).toBeVisible()
  await expect(page.getByText(html).nth(1)).toBeVisible()
  await expectNothingRan(page)

  await page.goto('/alerts')
  await expect(page.getByRole('list', { name: 'Alerts' }).getByText(html).first()).toBeVisible()
  await expectNothingRan(page)

  await page.goto(`/products?search=${encodeURIComponent('<script>')}`)
  const row = page.getByRole('table', { name: 'Products' }).locator('tbody tr')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(html)
  await expectNothingRan(page)
  await row.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(html)
  expect(await page.title()).toContain(html)
  await expectNothingRan(page)

  await page.goto('/settings?tab=products')
  await expect(page.getByText(html).first()).toBeVisible()
  await expectNothingRan(page)
})

test('T-03 cells that a spreadsheet would run are neutralised in the export', async ({ page }) => {
  await createMerchant(page.request)
  await importProducts(page.request)
  await page.goto('/products')
  await expect(page.getByRole('table', { name: 'Products' }).locator('tbody tr').first()).toBeVisible()
  const download = await downloadBy(page, page.getByRole('button', { name: 'Export CSV' }))
  const text = await readFile(await download.path(), 'utf8')
  const cells = text
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
  const texts = cells.map((cell) => cell.replace(/^"|"$/g, ''))
  expect(texts).toEqual(
    expect.arrayContaining([expect.stringContaining("'=HYPERLINK"), "'@SUM(A1)", "'-1+1|cmd"]),
  )
  expect(texts.filter((cell) => /^[=+@\t]/.test(cell))).toEqual([])
})
