import { expect, type Locator, type Page, test } from '@playwright/test'
import type { AlertList, PurchaseOrder, PurchaseOrderList } from '@stockcast/contract'
import { callApi } from './steps/api.ts'
import { expectVisibleFocus } from './steps/focus.ts'
import { pressOn, tabTo, typeInto } from './steps/keyboard.ts'
import { createWithStore, newStoreName, password, waitForForecasts } from './steps/merchant.ts'
import { sandboxOutboxes } from './steps/outboxes.ts'

const PATIENCE_MS = 300_000
const SLOW_MS = 60_000

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })

/** Prepares a merchant whose vendors are suppliers, and signs out. */
async function prepare(page: Page): Promise<{ email: string; store: string }> {
  const store = newStoreName('plain')
  const email = await createWithStore(page.request, store)
  const { vendors } = await callApi<{ vendors: { name: string }[] }>(
    page.request,
    'GET',
    '/api/suppliers/vendors',
  )
  await callApi(page.request, 'POST', '/api/suppliers/vendors', {
    vendors: vendors.map(({ name }) => ({ name })),
  })
  await page.context().clearCookies()
  return { email, store }
}

test('a merchant does the Monday by keyboard alone: signs in, reads alerts, orders, sends, receives and books', async ({
  page,
}) => {
  test.setTimeout(PATIENCE_MS)
  const { email, store } = await prepare(page)
  const supplierEmail = `orders-${store}@supplier.example.com`
  const main = page.getByRole('navigation', { name: 'Main' })

  await test.step('signs in', async () => {
    await page.goto('/auth')
    await typeInto(page, page.getByLabel('Email'), email)
    await typeInto(page, page.getByLabel('Password', { exact: true }), password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
    await waitForForecasts(page, SLOW_MS)
  })

  await test.step('orders a product on the dashboard, and stays in its row', async () => {
    const orders = page.getByRole('table').getByRole('button', { name: /^Order / })
    await expect(orders.first()).toBeVisible({ timeout: SLOW_MS })
    const title = (await orders.first().getAttribute('aria-label'))!.replace(/^Order \S+ of /, '')
    // While the last figures arrive, another product may come first, and a quantity may change.
    const order = page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
    await pressOn(page, order.getByRole('button', { name: /^Order / }))
    await expect(page.getByRole('row').getByRole('link', { name: title, exact: true })).toBeFocused()
    const draft = page.getByRole('link', { name: /^A draft of/ })
    await expect(draft).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(draft).toBeFocused()
  })

  await test.step('reads the alerts', async () => {
    await tabTo(page, main.getByRole('link', { name: /^Alerts/ }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Alert History' })).toBeFocused()
    const { alerts } = await callApi<AlertList>(page.request, 'GET', '/api/alerts?status=active')
    await tabTo(page, page.getByRole('list', { name: 'Alerts' }).getByRole('link').first())
    expect(alerts.length).toBeGreaterThan(0)
  })

  await test.step('changes a quantity, and takes it back', async () => {
    await tabTo(page, main.getByRole('link', { name: 'Order', exact: true }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'What to order' })).toBeFocused()
    await expect(button(page, /^Create (draft|\d+ drafts)$/)).toBeEnabled({ timeout: SLOW_MS })
    const row = page.locator('tr[data-key]:focus')
    // The product that was ordered on the dashboard has no quantity to change, wherever it stands.
    do {
      await page.keyboard.press('ArrowDown')
      await expect(row).toHaveCount(1)
    } while ((await row.locator('input[data-quantity]').count()) === 0)
    await page.keyboard.press('Enter')
    const quantity = page.locator('input[data-quantity]:focus')
    const suggested = Number(await quantity.inputValue())
    await page.keyboard.press('ArrowUp')
    await expect(quantity).not.toHaveValue(String(suggested))
    await page.keyboard.press('Escape')
    await expect(row).toHaveCount(1)
    await page.keyboard.press('Space')
    await expect(row.getByRole('checkbox')).not.toBeChecked()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.keyboard.type(String(suggested + 1))
    await page.keyboard.press('Enter')
  })

  await test.step('creates drafts, and sends one', async () => {
    await pressOn(page, button(page, /^Create (draft|\d+ drafts)$/))
    await page.waitForURL('**/order/orders?status=draft')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const { rows } = await callApi<PurchaseOrderList>(
      page.request,
      'GET',
      '/api/purchase-orders?status=draft',
    )
    const draft = rows.toSorted((a, b) => b.units - a.units)[0]!
    await pressOn(page, page.getByRole('link', { name: draft.number, exact: true }))
    await page.waitForURL(`**/order/orders/${draft.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expectVisibleFocus(page)

    const send = button(page, 'Send to supplier')
    await pressOn(page, send)
    const dialog = page.getByRole('dialog')
    const to = dialog.getByLabel('To', { exact: false }).first()
    await expect(to).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(send).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(to).toBeFocused()
    await page.keyboard.type(supplierEmail)
    await pressOn(page, dialog.getByRole('button', { name: 'Add to the supplier' }))
    await pressOn(page, dialog.getByRole('button', { name: 'Send and mark as ordered' }))
    const { mails } = sandboxOutboxes(page.request)
    await expect.poll(async () => (await mails(supplierEmail)).length, { timeout: SLOW_MS }).toBe(1)
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => hasFocus(page)).toBe(true)
  })

  await test.step('receives a part, and books it into the store', async () => {
    const id = Number(/\d+$/.exec(new URL(page.url()).pathname)![0])
    const { lines } = await callApi<PurchaseOrder>(page.request, 'GET', `/api/purchase-orders/${id}`)
    const line = lines[0]!
    await pressOn(page, button(page, 'Receive'))
    await typeInto(page, page.getByLabel(`Accepted units of ${line.title}`, { exact: true }), '1')
    await pressOn(page, button(page, 'Save delivery'))
    await expect(page.getByText('1 received, not in your store yet.')).toBeVisible()
    await expect.poll(() => hasFocus(page)).toBe(true)
    await tabTo(page, page.getByLabel('Location that received them'))
    await page.keyboard.press('ArrowDown')
    await pressOn(page, button(page, 'Add 1 to Shopify'))
    await expect(page.getByText(/write_inventory/)).toBeVisible()
    await pressOn(page, button(page, 'Install'))
    await page.waitForURL(`**/order/orders/${id}`)
    await expect(page.getByText('Added to Shopify', { exact: true })).toBeVisible({ timeout: SLOW_MS })
  })
})

/** Returns whether an element has the focus, and not the page as a whole, where the next Tab would begin at its top. */
const hasFocus = (page: Page) =>
  page.locator('body').evaluate((body) => body.ownerDocument.activeElement !== body)
