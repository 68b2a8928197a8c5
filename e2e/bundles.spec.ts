import { expect, test } from '@playwright/test'
import { expectAccessible } from './steps/accessibility.ts'
import { chooseFile, dayAgo, importFile, importStore } from './steps/files.ts'
import { createMerchant, createWithStore, newStoreName, untilForecasts } from './steps/merchant.ts'
import { sandboxStore } from './steps/sandbox-store.ts'

const products = (mugs: number) =>
  `product,sku,price,stock\nGift box,BOX,40,0\nMug,MUG,10,${mugs}\nTea,TEA,8,90\nTray,TRAY,12,50\n`
const sales = () =>
  `sku,day,units\n${Array.from({ length: 60 }, (_, i) => `BOX,${dayAgo(i + 1)},${1 + (i % 2)}\nMUG,${dayAgo(i + 1)},1\nTEA,${dayAgo(i + 1)},2\n`).join('')}`
const recipes = 'Bundle SKU,Part SKU,Quantity\nBOX,MUG,2\nBOX,TEA,1\nBOX,NAPKIN,4\nTRAY,TRAY,1\n'

for (const tag of ['', ' @phone']) {
  test(`B-02 a bundle takes the stock of its parts and runs out because of one${tag}`, async ({ page }) => {
    test.setTimeout(120_000)
    await createMerchant(page.request)
    await importStore(page, products(40), sales())
    await untilForecasts(page.request)
    await page.goto('/products')
    await expect(page.getByRole('link', { name: 'Mug' }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Bundles' })).toHaveCount(0)

    await page.goto('/import')
    await page.getByRole('link', { name: 'Import their recipes' }).click()
    await expect(page.getByText('No bundles yet')).toBeVisible()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await chooseFile(page, 'recipes.csv', recipes)
    await expect(page.getByText('Line 4: No product has “NAPKIN”.')).toBeVisible()
    await expect(page.getByText('Line 5: Tray cannot be a part of itself')).toBeVisible()
    await chooseFile(page, 'recipes.csv', recipes.split('\n').slice(0, 3).join('\n'))
    await expect(page.getByText('1 recipe saved.')).toBeVisible()
    const row = page.getByRole('table', { name: 'Bundles' }).getByRole('row').filter({ hasText: 'Gift box' })
    await expect(row).toContainText('limited by Mug', { timeout: 30_000 })
    await expectAccessible(page)

    await row.getByRole('link', { name: 'Gift box' }).click()
    await expect(page.getByText('Its parts are enough for 20.')).toBeVisible()
    await expect(page.getByText(/Mug runs out first, in/)).toBeVisible()
    const parts = page.getByRole('table', { name: 'Parts of this bundle' })
    await expect(parts.getByRole('row').filter({ hasText: 'Tea' })).toContainText('90')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Change recipe' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tea: units per bundle').fill('0')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Enter a whole number from 1 to 10,000.')).toBeVisible()
    await dialog.getByLabel('Tea: units per bundle').fill('3')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(parts.getByRole('row').filter({ hasText: 'Tea' })).toContainText('30')

    await parts.getByRole('link', { name: 'Mug' }).click()
    await expect(page.getByRole('region', { name: 'In bundles' })).toContainText('Gift box (2 each)')

    await page.goto('/import')
    await importFile(page, 'products.csv', products(1))
    await page.goto('/products')
    await page.getByRole('link', { name: 'Bundles' }).click()
    await expect(row).toContainText('Out of stock', { timeout: 30_000 })
    await row.getByRole('link', { name: 'Gift box' }).click()
    await expect(page.getByText('There is not enough Mug for one.')).toBeVisible()
    await expect(page.getByText('Projected stock')).toHaveCount(0)
  })
}

test('B-02 a bundle of the store is read with a sync, and its sales take the stock of its parts', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const shop = newStoreName()
  await createWithStore(page.request, shop)
  const store = sandboxStore(request, shop)
  const part = await store.fullest(page.request)
  const bundle = (await store.variants()).find(
    ({ variantId, isTracked }) => isTracked && variantId !== part.variantId,
  )!
  await store.makeBundle(bundle.variantId, [{ variantId: part.variantId, quantity: 3 }])
  await page.goto('/products')
  await page.getByRole('button', { name: 'Sync from Shopify' }).click()
  await page.goto(`/products/${bundle.variantId}`)
  await expect(page.getByText('Your store sells these parts in place of the bundle.')).toBeVisible({
    timeout: 45_000,
  })
  await expect(page.getByRole('button', { name: 'Change recipe' })).toHaveCount(0)
  const most = Math.floor(part.available / 3)
  await expect(page.getByText(`Its parts are enough for ${most.toLocaleString('en-US')}.`)).toBeVisible()
  await store.sell(bundle.variantId, most - 1)
  await expect(page.getByText('Its parts are enough for 1.')).toBeVisible({ timeout: 10_000 })
  await store.sell(bundle.variantId, 1)
  await expect(page.getByText(/^There is not enough/)).toBeVisible({ timeout: 10_000 })
})
