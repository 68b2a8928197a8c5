import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './steps/accessibility.ts'
import { callApi } from './steps/api.ts'
import { connectStore, createMerchant, newStoreName, untilForecasts } from './steps/merchant.ts'

interface Choices {
  tag: { value: string; name: string; products: number }[]
  collection: { name: string; products: number }[]
}

/** Opens what filters the list, and chooses a value of a kind. */
async function choose(page: Page, kind: string, value: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter( \(\d\))?$/ }).click()
  await page.getByRole('textbox', { name: kind }).fill(value)
  await page
    .getByRole('option', { name: new RegExp(`^${value}`, 'i') })
    .first()
    .click()
  await page.keyboard.press('Escape')
}

for (const tag of ['', ' @phone']) {
  test(`V-02 V-04 V-05 a list is filtered by tag, saved as a view, and its lead time is set at once${tag}`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await createMerchant(page.request)
    await connectStore(page.request, newStoreName('plain'))
    await untilForecasts(page.request)
    const groups = () => callApi<Choices>(page.request, 'GET', '/api/product-groups')
    await expect.poll(async () => (await groups()).collection.length, { timeout: 30_000 }).toBeGreaterThan(1)
    const gift = (await groups()).tag.find(({ name }) => name === 'Gift idea')!

    await page.goto('/products')
    await choose(page, 'Tag', 'Gift idea')
    await expect(page).toHaveURL(/tag=Gift\+idea/)
    await expect(page.getByText(`Change ${gift.products} products`)).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth')).toBe(
      true,
    )

    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Gifts')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Gifts' })).toBeVisible()
    await page.goto('/products')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Gifts' }).click()
    await expect(page).toHaveURL(/tag=Gift\+idea/)

    await page.getByRole('button', { name: `Change ${gift.products} products` }).click()
    await page.getByRole('menuitem', { name: 'Set lead time' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Days').fill('21')
    await expect(dialog.getByText(`Set lead time of ${gift.products} products to 21 days.`)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Set lead time' }).click()
    await expect(page.getByText(`${gift.products} products changed`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Change undone')).toBeVisible()

    await page.goto('/order?tag=Gift+idea')
    await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible()
    await page.goto('/alerts')
    await choose(page, 'Collection', 'Staff picks')
    await expect(page).toHaveURL(/collection=\d+/)
  })
}
