import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './steps/accessibility.ts'
import { createWithStore, newStoreName } from './steps/merchant.ts'
import { sandboxStore } from './steps/sandbox-store.ts'

/** Sells out a product and opens the page with its alerts. */
async function sellOut(page: Page, request: Parameters<typeof sandboxStore>[0]) {
  const shop = newStoreName()
  await createWithStore(page.request, shop)
  const store = sandboxStore(request, shop)
  const product = await store.fullest(page.request)
  await page.goto('/alerts?status=active')
  await store.sell(product.variantId, product.available)
  const alerts = page
    .getByRole('list', { name: 'Alerts' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: product.title, exact: true }) })
  await expect(alerts.filter({ hasText: 'Stockout Risk' })).toBeVisible()
  return { ...product, alerts }
}

async function choose(page: Page, alerts: Locator, action: string) {
  await alerts
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function unitsOnTheWay(page: Page): Promise<number> {
  const figures = await page.getByLabel('Key figures of this product').innerText()
  return Number(/committed, ([\d,]+) on the way/.exec(figures)?.[1]?.replaceAll(',', ''))
}

const toDay = (day: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))

test('R-02, W-03 an order recorded from an alert is incoming on the product page until removed', async ({
  page,
  request,
}) => {
  const { alerts, variantId } = await sellOut(page, request)
  await expect(alerts.first()).toContainText(/without stock even if you order today|Order now|Covered by/)
  await page.goto(`/products/${variantId}`)
  const before = await unitsOnTheWay(page)
  await page.goBack()
  await choose(page, alerts, 'Already ordered…')
  const dialog = page.getByRole('dialog', { name: 'Already ordered' })
  await expect(dialog.getByLabel('Units ordered')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Units ordered').fill('321')
  const expectedOn = await dialog.getByLabel('Expected on').inputValue()
  await dialog.getByRole('button', { name: 'Save the order' }).click()
  await expect(page.getByText('Order recorded')).toBeVisible()
  await expect(alerts).toHaveCount(0)

  await page.goto(`/products/${variantId}`)
  const notes = page.getByRole('region', { name: 'Orders and snoozes' })
  await expect(notes).toContainText(`321 expected ${toDay(expectedOn)}`)
  await expect.poll(() => unitsOnTheWay(page)).toBe(before + 321)
  await expectAccessible(page)
  await notes.getByRole('button', { name: /^Remove/ }).click()
  await expect(notes).toContainText('No open orders, and alerts are on.')
  await expect.poll(() => unitsOnTheWay(page)).toBe(before)
  await page.goto('/alerts?status=active')
  await expect(alerts.filter({ hasText: 'Stockout Risk' })).toBeVisible()
})

test('R-04, W-04 a snoozed product is listed, and its alerts return when the snooze is ended', async ({
  page,
  request,
}) => {
  const { alerts, title, variantId } = await sellOut(page, request)
  await choose(page, alerts, 'Snooze 7 days')
  await expect(alerts).toHaveCount(0)
  await page.getByRole('link', { name: '1 product snoozed or muted' }).click()
  const dialog = page.getByRole('dialog', { name: 'Snoozed and muted' })
  await expect(dialog).toContainText(/Snoozed until/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `End snooze: ${title}` }).click()
  await expect(dialog).toContainText('Nothing is snoozed or muted.')
  await page.keyboard.press('Escape')
  await expect(alerts.filter({ hasText: 'Stockout Risk' })).toBeVisible()

  await choose(page, alerts, 'Not restocking')
  await expect(alerts).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(alerts.filter({ hasText: 'Stockout Risk' })).toBeVisible()

  await page.goto('/alerts?status=resolved')
  await expect(alerts.first()).toContainText(/Snoozed for 7 days\.|Not restocking/)
  await page.goto(`/products/${variantId}`)
  await expect(page.getByRole('region', { name: 'Orders and snoozes' })).toContainText('alerts are on')
})
