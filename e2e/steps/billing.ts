import { type APIRequestContext, expect, type Page } from '@playwright/test'

export const cards = { works: '4242424242424242', declinesLater: '4000000000000341' } as const

interface Subscription {
  status: string
}
interface Invoice {
  status: string
  amountDueCents: number
}

/** Reads the payment provider's data and moves its clock. */
export function sandboxPayments(request: APIRequestContext) {
  const at = (path: string) => `${process.env.SANDBOX_URL}${path}`
  const customers = async (email: string) => {
    const answer = await request.get(at(`/api/stripe/customers?email=${encodeURIComponent(email)}`))
    return (await answer.json()) as { subscriptions: Subscription[]; invoices: Invoice[] }[]
  }
  return {
    subscriptions: async (email: string) => (await customers(email)).flatMap((each) => each.subscriptions),
    /** Returns the amounts of all payments, in cents. */
    paid: async (email: string) =>
      (await customers(email))
        .flatMap((each) => each.invoices)
        .filter(({ status, amountDueCents }) => status === 'paid' && amountDueCents > 0)
        .map(({ amountDueCents }) => amountDueCents),
    /**
     * Moves the clock of the whole product, and completes what falls due at the provider before it returns.
     */
    async wait(time: { days?: number; hours?: number; minutes?: number }) {
      const answer = await request.post(at('/api/clock/advance'), { data: time, timeout: 30_000 })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
  }
}

/** Fills and sends the provider's card page. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.waitForURL(/\/stripe\/pay\//)
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expires').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^(Save card|Pay \$10\.00 and subscribe)$/ }).click()
}

/** Adds a card on the payment step of onboarding and continues to the store step. */
export async function addCard(page: Page, card: string = cards.works): Promise<void> {
  await page.getByRole('button', { name: 'Add Payment Method' }).click()
  await payWith(page, card)
  await expect(page.getByRole('heading', { name: 'Payment method added' })).toBeVisible()
  await page.waitForURL('**/connect-shopify')
}

export async function openBilling(page: Page): Promise<void> {
  await page.goto('/settings?tab=billing')
  await expect(page.getByText('Current plan')).toBeVisible()
}

/** Waits until the plan's name and badge are shown, such as `Pro Plan Active`. */
export async function expectPlan(page: Page, plan: string): Promise<void> {
  await expect(page.getByText('Current plan').locator('xpath=following-sibling::p')).toHaveText(plan, {
    timeout: 20_000,
  })
}

export const getFact = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd')

/** Cancels the plan through all steps of the dialog. */
export async function cancelPlan(page: Page, feedback: string): Promise<void> {
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^(No Thanks, Cancel Anyway|Cancel My Subscription)$/ }).click()
  await dialog.getByLabel('What was missing?').fill(feedback)
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(dialog.getByText('Subscription Cancelled')).toBeVisible()
  await expect(dialog).toHaveCount(0)
}
