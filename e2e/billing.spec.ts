import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectAccessibleColours } from './steps/accessibility.ts'
import {
  addCard,
  cancelPlan,
  cards,
  expectPlan,
  getFact,
  openBilling,
  payWith,
  sandboxPayments,
} from './steps/billing.ts'
import { connectStore, newStoreName, startAt, startWithStore, untilForecasts } from './steps/merchant.ts'

const TRIAL = { days: 14 }
/** A trial's invoice is charged an hour after its end. */
const UNTIL_CHARGED = { hours: 2 }
const EXTEND = '/api/billing/extend-trial'

const bearer = (page: Page) =>
  page.evaluate(() => `Bearer ${JSON.parse(localStorage.getItem('stockcast.session') ?? '{}').token}`)

async function startTrial(page: Page, card?: string): Promise<string> {
  const email = await startAt(page, '/add-payment')
  await addCard(page, card)
  return email
}

test('P-02, P-07, P-09, G-05, D-02 a merchant with card and store is charged $10 on day 15', async ({
  page,
  request,
}) => {
  const payments = sandboxPayments(request)
  const email = await startTrial(page)
  await connectStore(page.request, newStoreName())
  await untilForecasts(page.request)
  await page.goto('/dashboard')
  await expect(page.getByText('Trial Active')).toBeVisible()
  await page.getByRole('link', { name: 'Upgrade Now' }).click()
  await expectPlan(page, 'Trial Trial')
  await expect(getFact(page, 'Days remaining')).toHaveText('14 days')
  await expect(page.getByText('Payment method on file')).toBeVisible()

  await payments.wait({ days: 13, hours: 1 })
  await expect(getFact(page, 'Days remaining')).toHaveText('1 day', { timeout: 20_000 })
  expect(await payments.paid(email)).toEqual([])
  await payments.wait({ days: 1, hours: 2 })
  expect(await payments.paid(email)).toEqual([1000])
  await expectPlan(page, 'Pro Plan Active')
  await expect(getFact(page, 'Next billing date')).toBeVisible()
  await page.goto('/add-payment')
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Trial Active')).toHaveCount(0)
})

test('D-02, G-05, G-06 a card declined on day 15 is replaced, and the open invoice is paid', async ({
  page,
  request,
}) => {
  const payments = sandboxPayments(request)
  const email = await startTrial(page, cards.declinesLater)
  await openBilling(page)
  await payments.wait(TRIAL)
  await payments.wait(UNTIL_CHARGED)
  await expectPlan(page, 'Pro Plan Past Due')
  await expect(getFact(page, 'Not yet paid')).toHaveText('$10')
  await page.goto('/settings')
  await expect(page.getByText('Payment Failed')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Update Payment' }).click()
  await page.getByRole('button', { name: 'Update Payment Method' }).click()
  await payWith(page, cards.works)
  // The event about the new card may have paid the invoice before the page reads it.
  await expect(page.getByRole('heading', { name: 'Payment method added' })).toBeVisible()
  await page.waitForURL('**/settings?tab=billing')
  await expectPlan(page, 'Pro Plan Active')
  expect(await payments.paid(email)).toEqual([1000])
})

test('C-01, C-02 a single extension on day 13 moves the charge to day 27', async ({ page, request }) => {
  const payments = sandboxPayments(request)
  const email = await startTrial(page)
  await openBilling(page)
  await payments.wait({ days: 12, hours: 1 })
  await expect(getFact(page, 'Days remaining')).toHaveText('2 days', { timeout: 20_000 })
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await page.getByRole('button', { name: 'Accept 14 Days Free' }).click()
  await expect(page.getByText('Trial Extended!')).toBeVisible()
  await expect(getFact(page, 'Days remaining')).toHaveText('14 days')

  const again = await page.request.post(EXTEND, { headers: { authorization: await bearer(page) } })
  expect(again.status()).toBe(409)
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByText('Cancel Subscription?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep My Subscription' }).click()

  await payments.wait({ days: 13, hours: 20 })
  expect(await payments.paid(email)).toEqual([])
  await payments.wait({ hours: 6 })
  expect(await payments.paid(email)).toEqual([1000])
  await expectPlan(page, 'Pro Plan Active')
})

test('C-03, C-04 a cancelled trial runs to its end, can be reactivated, and is never charged', async ({
  page,
  request,
}) => {
  const payments = sandboxPayments(request)
  const email = await startTrial(page)
  await openBilling(page)
  await cancelPlan(page, 'Trying the way out')
  await expectPlan(page, 'Trial Cancelled')
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await expect(page.getByText('Subscription Reactivated')).toBeVisible()
  await expectPlan(page, 'Trial Trial')
  await cancelPlan(page, '')
  await expectPlan(page, 'Trial Cancelled')
  await payments.wait(TRIAL)
  await payments.wait(UNTIL_CHARGED)
  await expectPlan(page, 'No Plan Cancelled')
  expect(await payments.paid(email)).toEqual([])
})

test('P-06, P-08, C-04, G-06 a paid plan is cancelled, reactivated, ended and bought again', async ({
  page,
  request,
}) => {
  const payments = sandboxPayments(request)
  const email = await startAt(page, '/subscribe')
  await payWith(page, cards.works)
  await expect(page.getByRole('heading', { name: 'Subscription active' })).toBeVisible()
  await page.waitForURL('**/connect-shopify')
  await openBilling(page)
  await expectPlan(page, 'Pro Plan Active')
  const portal = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Manage Subscription' }).click()
  await expect((await portal).getByRole('heading', { name: 'Billing' })).toBeVisible()
  await (await portal).close()

  await cancelPlan(page, 'Too expensive')
  await expectPlan(page, 'Pro Plan Cancelled')
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await expectPlan(page, 'Pro Plan Active')
  await cancelPlan(page, '')
  await payments.wait({ days: 32 })
  await expectPlan(page, 'No Plan Cancelled')
  expect(await payments.paid(email)).toEqual([1000])
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await payWith(page, cards.works)
  await page.waitForURL('**/connect-shopify')
  await openBilling(page)
  await expectPlan(page, 'Pro Plan Active')
  expect(await payments.paid(email)).toEqual([1000, 1000])
})

test('P-03, P-06 leaving the payment pages changes nothing', async ({ page, request }) => {
  const email = await startAt(page, '/add-payment')
  await page.getByRole('button', { name: 'Add Payment Method' }).click()
  await page.getByRole('link', { name: /Cancel and go back/ }).click()
  await expect(page.getByText(/Payment setup was cancelled/)).toBeVisible()
  await page.goto('/subscribe')
  await page.getByRole('link', { name: /Cancel and go back/ }).click()
  await page.waitForURL('**/settings?tab=billing')
  await expectPlan(page, 'Trial Trial')
  await expect(page.getByText('No payment method on file')).toBeVisible()
  expect(await sandboxPayments(request).subscriptions(email)).toEqual([])
})

test('P-06, P-08 two tabs that pay at once buy one subscription', async ({ page, context, request }) => {
  const payments = sandboxPayments(request)
  const email = await startTrial(page)
  const second = await context.newPage()
  await Promise.all([page.goto('/subscribe'), second.goto('/subscribe')])
  await Promise.all([page, second].map((tab) => tab.waitForURL(/\/stripe\/pay\//)))
  await Promise.all([payWith(page, cards.works), payWith(second, cards.works)])
  await expect.poll(() => payments.paid(email)).toEqual([1000])
  await second.close()
  await openBilling(page)
  await expectPlan(page, 'Pro Plan Active')
  const running = (await payments.subscriptions(email)).filter(({ status }) => status !== 'canceled')
  expect(running.map(({ status }) => status)).toEqual(['active'])
  expect(await payments.paid(email)).toEqual([1000])
})

test('P-01b, D-02, C-04 a trial without a card becomes read-only on day 15 until the plan is paid', async ({
  page,
  request,
}) => {
  await startWithStore(page)
  await sandboxPayments(request).wait({ days: 14, hours: 1 })
  await expect(page.getByText('Subscription Expired')).toBeVisible({ timeout: 20_000 })
  await page.goto('/products')
  const forecast = page.getByRole('button', { name: 'Run Forecasts' })
  await expect(forecast).toHaveAttribute('aria-disabled', 'true')
  await forecast.focus()
  await expect(page.getByRole('tooltip')).toContainText('Your subscription has ended.')
  const refused = await page.request.put('/api/settings', {
    headers: { authorization: await bearer(page) },
    data: { defaultSafetyStock: 1, defaultLeadTimeDays: 1 },
  })
  expect(refused.status()).toBe(402)

  await page.getByRole('link', { name: 'Reactivate' }).click()
  await expectPlan(page, 'No Plan Expired')
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await payWith(page, cards.works)
  await page.waitForURL('**/dashboard')
  await page.goto('/products')
  await expect(forecast).not.toHaveAttribute('aria-disabled', 'true')
})

/** Checks the page in the light scheme, and its colours in the dark one. */
async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessibleColours(page)
}

test('payment screens and every step of the dialog are accessible in the light and the dark scheme', async ({
  page,
}) => {
  await startAt(page, '/add-payment?cancelled=1')
  await expect(page.getByText(/Payment setup was cancelled/)).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.goto('/stripe/subscription-complete')
  await expect(page.getByText('No session ID found')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.route('**/functions/stripe-create-subscription', (route) => route.abort())
  await page.goto('/subscribe')
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled()
  await expectAccessibleInBothSchemes(page)

  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await openBilling(page)
    await page.getByRole('button', { name: 'Cancel Subscription' }).click()
    await expect(page.getByText("We'd Love You to Stay!")).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'No Thanks, Cancel Anyway' }).click()
    await expect(page.getByLabel('What was missing?')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByText('Until then one click')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
})
