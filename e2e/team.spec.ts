import { type Browser, expect, type Page, test } from '@playwright/test'
import type { ProductList } from '@stockcast/contract'
import { expectAccessible, expectAccessibleColours } from './steps/accessibility.ts'
import { callApi } from './steps/api.ts'
import { createWithStore, newEmail, password } from './steps/merchant.ts'
import { sandboxOutboxes } from './steps/outboxes.ts'

const PATIENCE_MS = 180_000

/** Adds a supplier of one product, and returns what is ordered of it. */
async function addSupplier(page: Page): Promise<{ supplierId: number; variantId: number }> {
  const { rows } = await callApi<ProductList>(page.request, 'GET', '/api/products?pageSize=20')
  const { variantId } = rows.find(({ isTracked }) => isTracked)!
  const supplier = { name: 'Altura Roasting' }
  const { id } = await callApi<{ id: number }>(page.request, 'POST', '/api/suppliers', supplier)
  return { supplierId: id, variantId }
}

async function checkLooks(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessibleColours(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function walk(page: Page, browser: Browser): Promise<void> {
  const owner = await createWithStore(page.request)
  const { supplierId, variantId } = await addSupplier(page)
  const email = newEmail()

  await test.step('the owner invites a buyer', async () => {
    await page.goto('/settings?tab=account')
    await page.getByLabel('Their email').fill(email)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText(email)
    await checkLooks(page)
  })

  const context = await browser.newContext({ viewport: page.viewportSize() })
  const theirs = await context.newPage()
  await test.step('the buyer joins without a trial of their own', async () => {
    await theirs.goto(await sandboxOutboxes(page.request).invitationAt(email))
    await expect(theirs.getByText('As a buyer you can order')).toBeVisible()
    await checkLooks(theirs)
    await theirs.getByLabel('Choose a password').fill(password)
    await theirs.getByRole('button', { name: 'Join the shop' }).click()
    await theirs.waitForURL('**/dashboard')
    await theirs.goto('/settings?tab=notifications')
    await expect(theirs.getByText('Your part')).toBeVisible()
    await checkLooks(theirs)
  })

  await test.step('the buyer orders and receives', async () => {
    const { id } = await callApi<{ id: number }>(theirs.request, 'POST', '/api/purchase-orders', {
      supplierId,
      lines: [{ variantId, units: 12 }],
    })
    await theirs.goto(`/order/orders/${id}`)
    await theirs.getByRole('button', { name: 'Mark as ordered' }).click()
    await theirs.getByRole('dialog').getByRole('button', { name: 'Mark as ordered' }).click()
    await theirs.getByRole('button', { name: 'Receive', exact: true }).click()
    await theirs.getByRole('button', { name: 'Everything arrived' }).click()
    await theirs.getByRole('button', { name: 'Save delivery' }).click()
    await expect(theirs.getByText('Delivery recorded')).toBeVisible()
  })

  await test.step('the owner sees who it was', async () => {
    await page.goto('/order/orders?status=all')
    await expect(page.getByText(`by ${email}`).first()).toBeVisible()
    await page.goto('/settings?tab=account')
    const log = page.getByRole('list', { name: 'Recent activity' })
    for (const words of ['Order created', 'Order placed', 'Order received'])
      await expect(log.getByRole('listitem').filter({ hasText: words })).toContainText(`by ${email}`)
    await expect(page.getByRole('list', { name: 'People' })).toContainText(owner)
    await checkLooks(page)
  })

  await test.step('the owner signs the buyer out, who must sign in again', async () => {
    await theirs.goto('/dashboard')
    await expect(page.getByRole('list', { name: 'People' })).toContainText(/signed in .* last seen/)
    await page.getByRole('button', { name: `Sign out ${email}` }).click()
    await expect(page.getByText(`${email} must sign in again to see this shop.`)).toBeVisible()
    await theirs.goto('/products')
    await theirs.waitForURL('**/auth**')
    await theirs.getByLabel('Email').fill(email)
    await theirs.getByLabel('Password', { exact: true }).fill(password)
    await theirs.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
    await theirs.goto('/alerts/scorecard')
  })

  await test.step('the owner removes the buyer, whose open page leaves the shop at once', async () => {
    await theirs.goto('/dashboard')
    await page.getByRole('button', { name: `Remove ${email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('list', { name: 'People' })).toBeHidden()
    const openShop = () =>
      callApi<{ merchant: { email: string } }>(theirs.request, 'GET', '/api/session').then(
        ({ merchant }) => merchant.email,
        () => 'signed out',
      )
    await expect.poll(openShop, { timeout: 5_000 }).not.toBe(owner)
  })
}

test.describe(() => {
  test.setTimeout(PATIENCE_MS)

  test('M-01, M-02, M-04, M-05 an owner invites a buyer, who orders and receives, and the log says who', async ({
    page,
    browser,
  }) => {
    await walk(page, browser)
  })

  test('@phone an owner and a buyer work together on phones', async ({ page, browser }) => {
    await walk(page, browser)
  })
})
