import { expect, type Page, test } from '@playwright/test'
import type { ProductDetail, ProductList } from '@stockcast/contract'
import { expectAccessible } from './steps/accessibility.ts'
import { callApi } from './steps/api.ts'
import { sandboxPayments } from './steps/billing.ts'
import { createWithStore } from './steps/merchant.ts'

const DAY_MS = 86_400_000
const SLOW_MS = 60_000
const after = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns a product that sells and has stock for some days. */
async function sellingProduct(page: Page): Promise<ProductDetail> {
  const { rows } = await callApi<ProductList>(page.request, 'GET', '/api/products?pageSize=100')
  const most = rows
    .filter(({ daysUntilStockout }) => (daysUntilStockout ?? 0) > 10)
    .toSorted((a, b) => b.averageDailySales - a.averageDailySales)[0]!
  return getProduct(page, most.variantId)
}

const getProduct = (page: Page, variantId: number) =>
  callApi<ProductDetail>(page.request, 'GET', `/api/products/${variantId}`)

for (const tag of ['', ' @phone']) {
  test(`F-14 a change of the forecast for a sale is made, edited and undone, removed and restored, runs, and is judged${tag}`, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    await createWithStore(page.request)
    const { row, today } = await sellingProduct(page)
    await page.goto(`/products/${row.variantId}`)

    await page.getByRole('button', { name: 'Change forecast' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change forecast' })
    await dialog.getByLabel('Last day').fill(after(today, 1))
    await dialog.getByLabel(/^Percent more/).fill('100')
    await dialog.getByLabel('Reason').fill('Weekend sale')
    await expect(dialog.getByText(/more than 30% apart\. Is that meant\?/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change forecast' }).click()

    const list = page.getByRole('region', { name: 'Changed by hand' })
    await expect(list.getByText('+100%')).toBeVisible()
    await expect(list.getByText(/Weekend sale/)).toBeVisible()
    await expect(page.getByText('before your change', { exact: true })).toBeVisible()
    await expect(page.getByText('far from the forecast', { exact: true })).toBeVisible()
    await expectAccessible(page)
    const changed = await getProduct(page, row.variantId)
    expect(changed.forecast?.baseline.map(({ day }) => day)).toEqual([today, after(today, 1)])

    await list.getByRole('button', { name: /^Edit \+100%/ }).click()
    const edit = page.getByRole('dialog', { name: 'Edit change' })
    await expect(edit.getByLabel('Reason')).toHaveValue('Weekend sale')
    await edit.getByLabel(/^Percent more/).fill('60')
    await expectAccessible(page)
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(list.getByText('+60%')).toBeVisible()
    await expect(list.getByText('+100%')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(list.getByText('+100%')).toBeVisible()
    await expect(list.getByText('+60%')).toHaveCount(0)
    const undone = await getProduct(page, row.variantId)
    expect(undone.forecast?.baseline).toEqual(changed.forecast?.baseline)
    expect(undone.forecast?.daily).toEqual(changed.forecast?.daily)

    await list.getByRole('button', { name: /^Remove \+100%/ }).click()
    await expect(list).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(list.getByText('+100%')).toBeVisible()
    await expect(list.getByText(/, running/)).toBeVisible()

    await sandboxPayments(page.request).wait({ days: 3 })
    await expect(async () => {
      await page.reload()
      await expect(list.getByText(/, ended/)).toBeVisible()
      await expect(list.getByText(/^It (made the forecast .* on 1 product|sold out on some)/)).toBeVisible()
    }).toPass({ timeout: SLOW_MS })
    expect((await getProduct(page, row.variantId)).forecast?.baseline).toEqual([])
    await expect(page.getByText('before your change', { exact: true })).toHaveCount(0)
  })
}
