import { expect, test } from '@playwright/test'
import { sidewaysScroll } from './steps/accessibility.ts'
import { dayAgo, importStore } from './steps/files.ts'
import { createMerchant, untilForecasts } from './steps/merchant.ts'

const PRODUCTS = ['Kettle', 'Pot', 'Pan', 'Lid', 'Ladle', 'Bowl']
const products = `product,sku,price,stock\n${PRODUCTS.map((name) => `${name},${name.toUpperCase()},20,60\n`).join('')}`

/** Six products that sell 3 to 8 a day; the shop was closed for eleven days, and one customer bought 200 kettles. */
function sales(): string {
  const rows = Array.from({ length: 150 }, (_, i) => i + 1).flatMap((ago) =>
    ago >= 5 && ago <= 15
      ? []
      : PRODUCTS.map((name, i) => {
          const units = 3 + ((ago * 7 + i * 3) % 6)
          return `${name.toUpperCase()},${dayAgo(ago)},${name === 'Kettle' && ago === 40 ? 200 : units}\n`
        }),
  )
  return `sku,day,units\n${rows.join('')}`
}

for (const tag of ['', ' @phone']) {
  test(`F-09 a closing that was found is confirmed with one press, a sale is added, and an order is marked as a one-off${tag}`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await createMerchant(page.request)
    await importStore(page, products, sales())
    await untilForecasts(page.request)

    await page.goto('/trends')
    const calendar = page.getByRole('region', { name: 'Calendar' })
    const entry = (hasText: string) => calendar.getByRole('listitem').filter({ hasText })
    await expect(entry('Found in your sales: closed')).toBeVisible({ timeout: 30_000 })
    await calendar.getByRole('button', { name: /^Confirm: Closed/ }).click()
    await expect(calendar.getByRole('button', { name: /^Remove Closed/ })).toBeVisible()
    await expect(calendar.getByText(/Found in your sales/)).toHaveCount(0)

    await calendar.getByRole('button', { name: 'Add closing or promotion' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Promotion or event').click()
    await dialog.getByLabel('Name').fill('Winter sale')
    await dialog.getByLabel('First day').fill(dayAgo(-7))
    await dialog.getByLabel('Last day').fill(dayAgo(-10))
    await dialog.getByLabel('Times usual sales').fill('2')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(entry('Winter sale')).toBeVisible()
    await expect(calendar.getByText('whole shop: expected to sell 2.0 times as much as usual')).toBeVisible()
    await page.reload()
    await expect(entry('Winter sale')).toBeVisible()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)

    await page.goto('/products')
    await page.getByRole('link', { name: 'Kettle' }).first().click()
    await page.getByRole('button', { name: /^This order was a one-off: 200 units/ }).click()
    await expect(entry('One-off order')).toBeVisible()
    await expect(page.getByRole('button', { name: /^This order was a one-off/ })).toHaveCount(0)
    await expect(entry('Winter sale')).toBeVisible()
  })
}
