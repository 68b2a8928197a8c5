import { expect, type Page } from '@playwright/test'
import { chooseFile } from './files.ts'

/**
 * Imports a file on the page of the supplier imports; `kind` is the label of what the file holds, and `columns` what is chosen for
 * columns that are asked for.
 */
export async function importOrderFile(
  page: Page,
  kind: string,
  text: string,
  { columns = {} }: { columns?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  await page.goto('/order/import')
  await page.getByRole('radiogroup').getByText(kind, { exact: true }).click()
  await chooseFile(page, `${kind}.csv`, text)
  for (const [head, field] of Object.entries(columns)) {
    await page.getByLabel(`Read ${head} as`).selectOption(field)
    await page.getByRole('button', { name: 'Read the file again' }).click()
  }
  await page.getByRole('button', { name: /^Import [\d,]+ (supplier|product|order line)/ }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
}
