import { expect, type Locator, type Page, test } from '@playwright/test'
import type { NotInStore, ProductDetail, PurchaseOrder, PurchaseOrderList } from '@stockcast/contract'
import { expectAccessible } from './steps/accessibility.ts'
import { callApi } from './steps/api.ts'
import { sandboxPayments } from './steps/billing.ts'
import { newEmail, newStoreName, password, waitForForecasts } from './steps/merchant.ts'
import { sandboxOutboxes } from './steps/outboxes.ts'

/** Enough for the whole walk on a busy machine. */
const PATIENCE_MS = 300_000
const SLOW_MS = 60_000
const MAX_PRESSES = 25
const WEEK = { days: 7 }
/** Share of the added units that must be there later: the store goes on selling. */
const STILL_THERE = 0.8

/** Clicks as a merchant does, and counts the clicks. Typing does not count. */
function counting() {
  const pressed: string[] = []
  return {
    pressed,
    press: async (target: Locator) => {
      await expect(target).toBeEnabled({ timeout: SLOW_MS })
      pressed.push((await target.textContent()) ?? '')
      await target.click()
    },
  }
}

/** Opens the list of what to order from the navigation; on a phone it is behind a button. */
async function openList(page: Page, press: (target: Locator) => Promise<void>): Promise<void> {
  const link = page.getByRole('link', { name: 'Order', exact: true })
  if (!(await link.isVisible())) await press(page.getByRole('button', { name: /menu/i }))
  await press(link)
}

const getProduct = (page: Page, variantId: number) =>
  callApi<ProductDetail>(page.request, 'GET', `/api/products/${variantId}`)

async function walk(page: Page): Promise<void> {
  const { pressed, press } = counting()
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const store = newStoreName('plain')
  const supplierEmail = `orders-${store}@supplier.example.com`

  await test.step('from the landing page to a store', async () => {
    await page.goto('/')
    await press(page.getByRole('link', { name: 'Get Started' }))
    await page.getByLabel('Email').fill(newEmail())
    await page.getByLabel('Password', { exact: true }).fill(password)
    await press(page.locator('form').getByRole('button', { name: 'Sign Up' }))
    await press(page.getByRole('link', { name: 'Continue without a card' }))
    await page.getByLabel('Store name').fill(store)
    await press(button('Connect Store'))
    await expect(page.getByText('write_inventory')).toHaveCount(0)
    await press(button('Install'))
    await page.waitForURL('**/dashboard')
    await waitForForecasts(page, SLOW_MS)
  })

  await test.step('the vendors become suppliers, and the first drafts are created', async () => {
    await openList(page, press)
    await press(button(/^Use (your )?\d+ vendors? as suppliers?$/))
    await press(button(/^Create (draft|\d+ drafts)$/))
    await page.waitForURL('**/order/orders?status=draft')
  })

  const draft = await largestDraft(page)
  await test.step('an order is sent', async () => {
    await press(page.getByRole('link', { name: draft.number, exact: true }))
    await press(button('Send to supplier'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To', { exact: false }).first().fill(supplierEmail)
    await press(dialog.getByRole('button', { name: 'Add to the supplier' }))
    await press(dialog.getByRole('button', { name: 'Send and mark as ordered' }))
    const mails = sandboxOutboxes(page.request).mails
    await expect.poll(async () => (await mails(supplierEmail)).length, { timeout: SLOW_MS }).toBe(1)
  })

  const placed = await getOrder(page, draft.id)
  const first = placed.lines[0]!
  const stock = async () => (await getProduct(page, first.variantId)).row.currentStock ?? 0
  const before = await stock()
  const part = Math.max(1, Math.floor(first.ordered / 2))
  await test.step('a part is received and booked into the store', async () => {
    await press(button('Receive'))
    await page.getByLabel(`Accepted units of ${first.title}`, { exact: true }).fill(String(part))
    await press(button('Save delivery'))
    await expect(page.getByText(`${part} received, not in your store yet.`)).toBeVisible()
    await expectAccessible(page)
    pressed.push('the location')
    await page.getByLabel('Location that received them').selectOption({ index: 1 })
    await press(button(`Add ${part} to Shopify`))
    await expect(page.getByText(/write_inventory/)).toBeVisible()
    await press(button('Install'))
    await page.waitForURL(`**/order/orders/${draft.id}`)
    await expect(page.getByText('Added to Shopify', { exact: true })).toBeVisible({ timeout: SLOW_MS })
    await untilInStore(page, draft.id)
    expect(await stock()).toBeGreaterThan(before + part * STILL_THERE)
  })

  await test.step('the rest is received and booked', async () => {
    const rest = placed.units - part
    await press(button('Receive'))
    await press(button('Everything arrived'))
    await press(button('Save delivery'))
    await press(button(`Add ${rest.toLocaleString('en-US')} to Shopify`))
    await expect(page.getByText('Added to Shopify', { exact: true }).first()).toBeVisible({
      timeout: SLOW_MS,
    })
    await untilInStore(page, draft.id)
    expect(await stock()).toBeGreaterThan(before + first.ordered * STILL_THERE)
    await expect(page.getByText('Received', { exact: true }).first()).toBeVisible()
  })

  await test.step('on the second Monday the list asks for nothing that has come', async () => {
    await sandboxPayments(page.request).wait(WEEK)
    await openList(page, press)
    await expect(page.getByLabel('Your selection')).toBeVisible({ timeout: SLOW_MS })
    const { row, notInStore } = await getProduct(page, first.variantId)
    expect([row.notInStore, notInStore]).toEqual([0, []])
    await expect(page.getByText(/received, not in your store yet/)).toHaveCount(0)
  })
  expect(pressed.length, pressed.join(', ')).toBeLessThanOrEqual(MAX_PRESSES)
}

/** Returns the draft with most units. */
async function largestDraft(page: Page): Promise<{ id: number; number: string }> {
  const { rows } = await callApi<PurchaseOrderList>(page.request, 'GET', '/api/purchase-orders?status=draft')
  return rows.toSorted((a, b) => b.units - a.units)[0]!
}

const getOrder = (page: Page, id: number) =>
  callApi<PurchaseOrder>(page.request, 'GET', `/api/purchase-orders/${id}`)

/** Waits until the units were read from the store. */
async function untilInStore(page: Page, id: number): Promise<void> {
  const left = async () => {
    const { counted, lapsed } = await callApi<NotInStore>(
      page.request,
      'GET',
      `/api/purchase-orders/${id}/not-in-store`,
    )
    return counted + lapsed
  }
  await expect.poll(left, { timeout: SLOW_MS }).toBe(0)
  await expect(page.getByText(/received, not in your store yet/)).toHaveCount(0, { timeout: SLOW_MS })
}

test.describe(() => {
  test.setTimeout(PATIENCE_MS)

  test('a new merchant signs up, orders from vendors, receives in two parts, books them, and comes back, in 25 presses', async ({
    page,
  }) => {
    await walk(page)
  })

  test('@phone a new merchant does the same on a phone', async ({ page }) => {
    await walk(page)
  })
})
