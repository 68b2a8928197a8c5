import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './steps/accessibility.ts'
import { downloadBy } from './steps/files.ts'
import { test } from './steps/sessions.ts'

test.use({ merchant: 'full' })

test('L-01, T-03 trends look back and ahead, as charts, as tables and as files', async ({ page }) => {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Trends' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trends' })).toBeVisible()
  const charts = ['Units sold', 'Days of cover', 'Stockouts', 'Expected lost sales']
  for (const name of charts) await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  for (const days of ['7 days', '14 days', '90 days']) {
    await page.getByRole('radiogroup', { name: 'Days back and ahead' }).getByText(days).click()
    await expect(page.getByText(`in the next ${days}`)).toBeVisible()
  }

  await page.getByRole('button', { name: 'Show as table: Stockouts' }).click()
  await expect(page.getByRole('table', { name: 'Stockouts' }).getByRole('row')).toHaveCount(181)
  const download = await downloadBy(page, page.getByRole('button', { name: 'Download CSV: Units sold' }))
  expect(download.suggestedFilename()).toMatch(/^trends-units-sold-90-days-\d{4}-\d{2}-\d{2}\.csv$/)
  expect((await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)).toHaveLength(181)

  const product = page.getByRole('table', { name: 'Products over the period' }).locator('tbody a').first()
  const title = (await product.textContent()) ?? ''
  await product.click()
  await expect(page.getByRole('link', { name: 'Open product' })).toBeVisible()
  await expect(page.getByText(title).first()).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})

test('T-03 the inventory report can be downloaded as a workbook', async ({ page }) => {
  await page.goto('/products')
  await page.getByRole('button', { name: 'Export as' }).click()
  const download = await downloadBy(page, page.getByRole('menuitem', { name: 'Excel workbook (XLSX)' }))
  expect(download.suggestedFilename()).toMatch(/^inventory-\d{4}-\d{2}-\d{2}\.xlsx$/)
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
})
