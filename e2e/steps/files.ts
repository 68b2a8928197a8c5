import { type Download, expect, type Locator, type Page } from '@playwright/test'

const DAY_MS = 86_400_000

export const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** Chooses a file on a page that takes one. */
export async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = Buffer.from(content as string)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

/** Imports a file of products or sales, all of whose rows are right. */
export async function importFile(page: Page, name: string, text: string): Promise<void> {
  await chooseFile(page, name, text)
  await page.getByRole('button', { name: /^Import \d+ rows$/ }).click()
  await expect(page.getByRole('button', { name: 'Import another file' })).toBeVisible()
}

/** Imports products, then sales. */
export async function importStore(page: Page, products: string, sales: string): Promise<void> {
  await page.goto('/import')
  await importFile(page, 'products.csv', products)
  await page.getByRole('button', { name: 'Import another file' }).click()
  await page.getByText('Sales', { exact: true }).click()
  await importFile(page, 'sales.csv', sales)
}

/** Presses a button or item, and returns the file that the browser is given. */
export async function downloadBy(page: Page, target: Locator): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), target.click()])
  return download
}
