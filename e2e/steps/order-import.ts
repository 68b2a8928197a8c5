import { expect, type Page } from '@playwright/test'

/** Imports a file on the page of the supplier imports; `kind` is the label of what the file holds. */
export async function importOrderFile(page: Page, kind: string, text: string): Promise<void> {
  await page.goto('/order/import')
  await page.getByRole('radiogroup').getByText(kind, { exact: true }).click()
  const file = { name: `${kind}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /^Import \d+ lines?$/ }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
}
