import { expect, type Page, test } from '@playwright/test'
import type { OrderList, Report, Reports } from '@stockcast/contract'
import { expectAccessible, expectAccessibleColours } from './steps/accessibility.ts'
import { callApi } from './steps/api.ts'
import { sandboxPayments } from './steps/billing.ts'
import { createWithStore } from './steps/merchant.ts'
import { sandboxOutboxes } from './steps/outboxes.ts'

const SLOW_MS = 180_000
/** The longest that the work may take which one move of the clock makes due. */
const ONE_TRY_MS = 15_000

async function checkLooks(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessibleColours(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

for (const tag of ['', ' @phone']) {
  test(`N-02 a report is set up, arrives with the figures of the page, opens by its link, and is stopped${tag}`, async ({
    page,
    playwright,
  }) => {
    test.setTimeout(400_000)
    const email = await createWithStore(page.request)
    const clock = sandboxPayments(page.request)
    const mailsWith = async (subject: string) =>
      (await sandboxOutboxes(page.request).mails(email)).filter((mail) => mail.subject.startsWith(subject))

    await test.step('one entry in the settings leads to the reports, which are off', async () => {
      await page.goto('/settings?tab=notifications')
      await page.getByRole('link', { name: 'Reports by email' }).click()
      await expect(page.getByText('Off', { exact: true })).toHaveCount(5)
      await checkLooks(page)
    })

    await test.step('what to order comes every week', async () => {
      await page.getByRole('button', { name: 'Set up' }).first().click()
      const form = page.getByRole('form', { name: 'What to order' })
      await form.getByLabel('Send nothing when there is nothing to report').uncheck()
      await checkLooks(page)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Every Monday at 8:00 AM, to 1 person, as XLSX.')).toBeVisible()
    })

    await test.step('it arrives with the figures of the page, once', async () => {
      await clock.wait({ days: 7 })
      await expect(async () => {
        // Figures that are older than the store are not sent, so the next comparison comes first.
        await clock.wait({ minutes: 6 })
        await expect.poll(() => mailsWith('What to order'), { timeout: ONE_TRY_MS }).toHaveLength(1)
      }).toPass({ timeout: SLOW_MS })
      const { past } = await callApi<Reports>(page.request, 'GET', '/api/reports')
      const report = await callApi<Report>(page.request, 'GET', `/api/reports/${past[0]!.id}`)
      await clock.wait({ minutes: 30 })
      const mails = await mailsWith('What to order')
      expect(mails).toHaveLength(1)
      const [mail] = mails
      const { count } = report.figures
      expect(mail!.subject).toContain(count === 0 ? 'nothing to report' : `${count} product`)
      await page.goto('/reports')
      await page.getByRole('link', { name: /^What to order, / }).click()
      await expect(page.getByRole('table', { name: 'What to order' }).locator('tbody tr')).toHaveCount(count)
      for (const row of report.figures.rows.slice(0, 10)) expect(mail!.text).toContain(String(row[0]))
      await checkLooks(page)
    })

    await test.step('one that is asked for now has the figures of the order list', async () => {
      await page.goto('/reports')
      await expect(async () => {
        // Refused until the stock was read after the clock was moved.
        await clock.wait({ minutes: 6 })
        await expect(async () => {
          const [answer] = await Promise.all([
            page.waitForResponse((one) => one.url().endsWith('/send')),
            page.getByRole('button', { name: 'Send me one now' }).first().click(),
          ])
          expect(answer.status()).toBe(200)
        }).toPass({ timeout: ONE_TRY_MS, intervals: [2000] })
      }).toPass({ timeout: SLOW_MS })
      await expect(page.getByText('Report on its way')).toBeVisible()
      const { past } = await callApi<Reports>(page.request, 'GET', '/api/reports')
      const { figures } = await callApi<Report>(page.request, 'GET', `/api/reports/${past[0]!.id}`)
      const list = await callApi<OrderList>(page.request, 'GET', '/api/order-list?pageSize=200')
      expect(figures.count).toBe(list.totals.rows)
      expect(figures.totals[0]!.value).toBe(list.totals.units)
    })

    await test.step('the link needs no sign-in, and another one stops the report', async () => {
      await expect.poll(async () => (await mailsWith('What to order')).length).toBe(2)
      const [mail] = await mailsWith('What to order')
      const stranger = await playwright.request.newContext()
      const file = await stranger.get(/https?:\S+\/report\/\S+/.exec(mail!.text)![0])
      expect([file.status(), file.headers()['cache-control']]).toEqual([200, 'no-store'])
      expect((await file.body()).subarray(0, 2).toString()).toBe('PK')
      await stranger.dispose()
      const stop = /Stop this report: (\S+)/.exec(mail!.text)![1]!
      expect(mail!.unsubscribe).toContain(new URL(stop).pathname)
      await page.goto(stop)
      await page.getByRole('button', { name: 'Stop this report' }).click()
      await expect(page.getByRole('heading', { name: 'This report is stopped' })).toBeVisible()
      const { reports } = await callApi<Reports>(page.request, 'GET', '/api/reports')
      expect(reports[0]!.recipients).toEqual([])
    })
  })
}
