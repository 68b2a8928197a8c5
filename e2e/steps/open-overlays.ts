import type { Page } from '@playwright/test'
import { chooseFile } from './files.ts'

type Name = string | RegExp

const button = (page: Page, name: Name) => page.getByRole('button', { name, exact: typeof name === 'string' })

export async function openMenu(page: Page, name: Name): Promise<void> {
  await button(page, name).first().click()
  await page.getByRole('menu').waitFor()
}

export async function openDialog(page: Page, name: Name): Promise<void> {
  await button(page, name).first().click()
  await page.getByRole('dialog').waitFor()
}

export async function tickAll(page: Page): Promise<void> {
  await page.getByLabel(/^Select all \d+ products$/).check()
}

/** Uploads a file and waits for the result of its check. */
export async function uploadFile(page: Page, text: string, encoding?: BufferEncoding): Promise<void> {
  const other = button(page, 'Choose another file')
  await other
    .or(page.getByRole('heading', { name: 'Import' }))
    .first()
    .waitFor()
  // A file from an earlier state may still be selected.
  if (await other.isVisible()) await other.click()
  await chooseFile(page, 'file.csv', Buffer.from(text, encoding))
  await other.waitFor()
}
