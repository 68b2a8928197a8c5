import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import type { AlertList, ProductList, PurchaseOrderList } from '@stockcast/contract'
import { expectAccessible } from './steps/accessibility.ts'
import { callApi } from './steps/api.ts'
import { dayAgo } from './steps/files.ts'
import { createWithStore } from './steps/merchant.ts'
import { importOrderFile } from './steps/order-import.ts'
import { sandboxOutboxes } from './steps/outboxes.ts'

/** Enough for the whole journey on a busy machine. */
const PATIENCE_MS = 240_000
const SLOW_MS = 45_000

/** Units of the product at risk that are ordered; they last for the lead time, the days of cover and the doubt of both. */
const ORDERED = 480
const COVERED_DAYS = 100

interface Shop {
  skus: string[]
  /** A product with stock left and an active alert, which incoming units resolve. */
  urgent: ProductList['rows'][number]
}

/**
 * Prepares a merchant with a store in which one product is at risk: the one with the most units. The store goes on selling, and
 * with only a few units left the product would have low stock, or run out before the rest of the order comes.
 */
async function prepareShop(page: Page): Promise<Shop> {
  for (;;) {
    await createWithStore(page.request)
    const { rows } = await callApi<ProductList>(page.request, 'GET', '/api/products?pageSize=500')
    const { alerts } = await callApi<AlertList>(page.request, 'GET', '/api/alerts?status=active')
    const sold = rows.filter(
      ({ sku, isTracked, saleStatus }) => sku !== null && isTracked && saleStatus === 'active',
    )
    const atRisk = sold.filter(({ variantId, currentStock, averageDailySales }) => {
      const types = alerts.filter((alert) => alert.variantId === variantId).map(({ type }) => type)
      const isCovered = (averageDailySales ?? 0) * COVERED_DAYS < ORDERED
      return (
        isCovered &&
        (currentStock ?? 0) > 0 &&
        types.length > 0 &&
        types.every((type) => type === 'stockout_risk')
      )
    })
    const urgent = atRisk.toSorted((a, b) => (b.currentStock ?? 0) - (a.currentStock ?? 0))[0]
    // Stores are generated from their names, and some have no such product.
    if (urgent) return { skus: sold.map(({ sku }) => sku!), urgent }
    await page.context().clearCookies()
  }
}

const supplier = 'Altura Roasting'

async function importSuppliers(page: Page, { skus, urgent }: Shop, email: string): Promise<void> {
  await importOrderFile(page, 'Suppliers', `Vendor,Email,Lead time\n${supplier},${email},14\n`)
  const items = skus.map((sku) => `${supplier},"${sku}",4.50,6\n`).join('')
  await importOrderFile(page, 'Their products', `Vendor,SKU,Cost,Pack size\n${items}`)
  const past = [
    { number: 'OLD-1', ordered: 100, days: 17 },
    { number: 'OLD-2', ordered: 70, days: 26 },
  ].map(
    ({ number, ordered, days }) =>
      `${number},${supplier},"${urgent.sku}",60,60,${dayAgo(ordered)},${dayAgo(ordered - days)}\n`,
  )
  await importOrderFile(
    page,
    'Past orders',
    `PO #,Vendor,SKU,Qty,Received,Ordered on,Received on\n${past.join('')}`,
  )
}

/** Opens the draft of the supplier, which holds every product that was due. */
async function openDraft(page: Page): Promise<string> {
  const list = await callApi<PurchaseOrderList>(page.request, 'GET', '/api/purchase-orders?status=draft')
  const { id, number } = list.rows[0]!
  await page.goto(`/order/orders/${id}`)
  await expect(page.getByRole('heading', { name: `${number}, ${supplier}` })).toBeVisible()
  return number
}

const getReorderPoint = async (page: Page, { variantId }: Shop['urgent']): Promise<string> => {
  await page.goto(`/products/${variantId}`)
  const reason = page.getByText(/^Reorder at /)
  await expect(reason).toBeVisible({ timeout: SLOW_MS })
  return (await reason.textContent()) ?? ''
}

async function receive(page: Page, count: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Receive PO-/ })).toBeVisible()
  await count()
  await page.getByRole('button', { name: 'Save delivery' }).click()
  await expect(page.getByText('Delivery recorded')).toBeVisible()
}

async function walk(page: Page): Promise<void> {
  const shop = await prepareShop(page)
  const { urgent } = shop
  const email = `orders-${randomUUID()}@supplier.example.com`

  await page.goto('/order')
  await expect(page.getByText(/^Your store already names \d+ vendors?$/)).toBeVisible()
  await importSuppliers(page, shop, email)
  const before = await getReorderPoint(page, urgent)

  await test.step('the list, with a budget', async () => {
    await page.goto('/order')
    const quantity = page.getByLabel(`Quantity of ${urgent.title}`, { exact: true })
    await expect(quantity).toBeVisible({ timeout: SLOW_MS })
    await page.getByLabel('Budget').fill('100000')
    await expect(page.getByText(/of the budget left$/)).toBeVisible({ timeout: SLOW_MS })
    await quantity.fill(String(ORDERED))
    await page.getByRole('button', { name: /^Create (draft|\d+ drafts)$/ }).click()
    await page.waitForURL('**/order/orders?status=draft')
    await page.goto('/order')
    await expect(page.getByText(/^in draft PO-/).first()).toBeVisible({ timeout: SLOW_MS })
  })

  const number = await openDraft(page)
  await test.step('the order, and its mail', async () => {
    await page.getByRole('button', { name: 'Mark as ordered' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Ordered on').fill(dayAgo(20))
    await dialog.getByRole('button', { name: 'Mark as ordered' }).click()
    await expect(page.getByText(/^Ordered /, { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Send to supplier' }).click()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    const mails = sandboxOutboxes(page.request).mails
    await expect.poll(async () => (await mails(email)).length, { timeout: SLOW_MS }).toBe(1)
    expect((await mails(email))[0]!.subject).toContain(number)
  })

  await test.step('a part of it arrives', async () => {
    await receive(page, async () => {
      await page.getByLabel('Barcode or SKU').fill(urgent.sku!)
      await page.keyboard.press('Enter')
      await expect(page.getByText(`${urgent.title}: 1 of `)).toBeVisible()
      await expectAccessible(page)
    })
    await expect(page.getByText('Partly received').first()).toBeVisible()
  })

  await test.step('the alert closes or asks for nothing more, because the rest is on the way by a new day', async () => {
    await page.getByRole('button', { name: 'Change order details' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Expected on').fill(dayAgo(-1))
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toBeHidden()
    const active = async () =>
      (await callApi<AlertList>(page.request, 'GET', '/api/alerts?status=active')).alerts.filter(
        ({ variantId, type, recommendation }) =>
          variantId === urgent.variantId && type === 'stockout_risk' && recommendation?.kind !== 'covered',
      ).length
    await expect.poll(active, { timeout: SLOW_MS }).toBe(0)
    await page.goto(`/products/${urgent.variantId}`)
    await expect(page.getByText(/on the way/).first()).toBeVisible()
  })

  await test.step('the rest arrives, and the lead time is learned', async () => {
    await page.goto('/order/orders')
    await page.getByRole('link', { name: number }).click()
    await receive(page, () => page.getByRole('button', { name: 'Everything arrived' }).click())
    await expect(page.getByText('Received', { exact: true }).first()).toBeVisible()
    await page.goto('/order/suppliers')
    await expect(
      page.getByText(/expected for 8 in 10 orders; the last 3 took .*; you entered 14/),
    ).toBeVisible({ timeout: SLOW_MS })
  })

  await test.step('the reorder point has changed, and says why', async () => {
    await expect
      .poll(() => getReorderPoint(page, urgent), { timeout: SLOW_MS, intervals: [1_000] })
      .not.toBe(before)
    await expect(page.getByText('learned from your orders')).toBeVisible()
  })
}

test.describe(() => {
  test.setTimeout(PATIENCE_MS)

  test('a merchant imports suppliers, orders within a budget, mails the supplier, receives in two parts, and the lead time is learned', async ({
    page,
  }) => {
    await walk(page)
  })

  test('@phone a merchant orders and receives on a phone', async ({ page }) => {
    await walk(page)
  })
})
