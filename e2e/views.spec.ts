import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './steps/accessibility.ts'
import { importFile } from './steps/files.ts'
import { createMerchant } from './steps/merchant.ts'

// A press on Undo while its message still moves can miss it.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const head =
  'Handle,Title,Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Status'
const products = ['Apron', 'Bowl', 'Cup', 'Dish'].map(
  (title, i) =>
    `${title},${title},Altura,"${i < 3 ? 'Gift idea, Summer' : 'Summer'}",Title,Default Title,${title},shopify,9,20,active`,
)

async function importProducts(page: Page): Promise<void> {
  await page.goto('/import')
  await importFile(page, 'products.csv', [head, ...products, ''].join('\n'))
}

/** Opens what filters the list, and chooses a tag. */
async function chooseTag(page: Page, tag: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('combobox', { name: 'Tag' }).fill(tag.toLowerCase())
  await page.getByRole('option', { name: new RegExp(`^${tag}`) }).click()
  await page.keyboard.press('Escape')
}

for (const tag of ['', ' @phone']) {
  test(`V-02 V-04 V-05 a list is filtered by tag, saved as a view, and its lead time is set at once${tag}`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await createMerchant(page.request)
    await importProducts(page)

    await page.goto('/products')
    await chooseTag(page, 'Gift idea')
    await expect(page).toHaveURL(/tag=Gift\+idea/)
    const change = page.getByRole('button', { name: 'Change 3 products' })
    await expect(change).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Gifts')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Gifts' })).toBeVisible()
    await page.goto('/products')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Gifts' }).click()
    await expect(page).toHaveURL(/tag=Gift\+idea/)

    await change.click()
    await page.getByRole('menuitem', { name: 'Set lead time' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Days').fill('21')
    await expect(dialog.getByText('Set lead time of 3 products to 21 days.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Set lead time' }).click()
    await expect(page.getByText('3 products changed')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Change undone')).toBeVisible()

    await page.goto('/alerts?tag=Gift+idea')
    await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible()
  })
}
