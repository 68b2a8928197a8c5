import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './steps/accessibility.ts'
import { createWithStore, newStoreName } from './steps/merchant.ts'
import {
  channel,
  channelSwitch,
  confirmAddress,
  confirmPhone,
  fillChannels,
  newTargets,
  openNotifications,
  saveNotifications,
} from './steps/notifications.ts'
import { mailLink, sandboxOutboxes, slackLink } from './steps/outboxes.ts'
import { sandboxStore } from './steps/sandbox-store.ts'

/** Opens the link of a message in a browser without a session. */
async function openAsStranger(browser: Browser, url: string): Promise<Page> {
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(url)
  return stranger
}

async function unitsOnTheWay(page: Page): Promise<number> {
  const figures = page.getByLabel('Key figures of this product')
  await expect(figures).toContainText('on the way')
  const words = (await figures.textContent()) ?? ''
  return Number(/([\d,]+) on the way/.exec(words)?.[1]?.replaceAll(',', ''))
}

test('G-04, G-04b three channels are switched on, the number confirmed, and STOP ends its messages', async ({
  page,
  request,
}) => {
  const outboxes = sandboxOutboxes(request)
  const targets = newTargets()
  await createWithStore(page.request)
  await openNotifications(page)
  await page.getByLabel('Slack webhook URL').fill('https://example.com/hook')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').getByText('Invalid Slack Webhook')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).first().click()

  await fillChannels(page, targets)
  await saveNotifications(page)
  await expect(page.getByText('SMS alerts start once the number is confirmed with a code.')).toBeVisible()
  await expect(page.getByText(`https://hooks.slack.com/services/…${targets.webhook.slice(-4)}`)).toBeVisible()
  await expectAccessible(page)
  await confirmPhone(page, request, targets.phone)

  await channel(page, 'Slack').getByRole('button', { name: 'Send a test message' }).click()
  await expect(channel(page, 'Slack').getByText('Sent. Accepted by Slack.')).toBeVisible()
  expect(await outboxes.slack(targets.webhook)).toHaveLength(1)

  await outboxes.replyFrom(targets.phone, 'STOP')
  await expect(page.getByText('SMS was switched off.')).toBeVisible()
  await expect(page.getByText(/replied STOP\. To get messages again, send START/)).toBeVisible()
  await expect(channelSwitch(page, 'by SMS')).not.toBeChecked()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Alerts.*not delivered/ }).click()
  await page.getByRole('link', { name: 'Messages: SMS not delivered' }).click()
  await expect(page.getByRole('heading', { name: 'Test message' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Code for your phone' })).toBeVisible()
  await expectAccessible(page)
})

test('W-05 an alert reaches the screen, Slack, the mailbox and the phone, and its links work once', async ({
  page,
  request,
  browser,
}) => {
  const shop = newStoreName()
  const store = sandboxStore(request, shop)
  const outboxes = sandboxOutboxes(request)
  const targets = newTargets()
  const { webhook, address, phone } = targets
  await createWithStore(page.request, shop)
  await fillChannels(page, targets)
  await saveNotifications(page)
  await confirmPhone(page, request, phone)
  await confirmAddress(page, request, address)

  const { variantId, title, available } = await store.fullest(page.request)
  await page.goto('/alerts')
  const alert = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
    .filter({ hasText: 'Stockout Risk' })
  await expect(page.getByRole('list', { name: 'Alerts' })).toBeVisible()
  await store.sell(variantId, available)
  await expect(alert).toBeVisible()
  await expect.poll(async () => (await outboxes.alertMails(address)).length).toBe(1)
  await expect.poll(async () => (await outboxes.slack(webhook)).length).toBe(1)
  await expect.poll(async () => (await outboxes.sms(phone)).length).toBe(2)
  const [mail] = await outboxes.alertMails(address)
  const [post] = await outboxes.slack(webhook)
  const [sms] = await outboxes.sms(phone)
  for (const words of [mail?.text, post?.text, sms]) expect(words).toContain('Out of stock.')

  await page.goto(`/products/${variantId}`)
  const before = await unitsOnTheWay(page)
  const ordered = await openAsStranger(browser, mailLink(mail!, 'Already ordered'))
  await expect(ordered.getByRole('heading', { name: `Already ordered: ${title}` })).toBeVisible()
  await expectAccessible(ordered)
  await ordered.getByLabel('Units ordered').fill('240')
  await ordered.getByRole('button', { name: 'Save the order' }).click()
  await expect(ordered.getByRole('heading', { name: 'Order recorded' })).toBeVisible()
  await expect.poll(() => unitsOnTheWay(page)).toBe(before + 240)
  await expect(page.getByText(/^240 expected /)).toBeVisible()
  await ordered.goto(mailLink(mail!, 'Already ordered'))
  await expect(ordered.getByRole('heading', { name: 'This was already done' })).toBeVisible()
  await ordered.context().close()

  const snoozed = await openAsStranger(browser, slackLink(post!, 'Snooze 7 days'))
  await snoozed.getByRole('button', { name: 'Snooze for 7 days' }).click()
  await expect(snoozed.getByRole('heading', { name: 'Snoozed' })).toBeVisible()
  await snoozed.context().close()
  await expect(page.getByText(/^Snoozed until /)).toBeVisible()
  await page.goto('/alerts?status=resolved')
  await expect(alert).toContainText('Ordered 240, expected')

  await page.goto('/alerts/deliveries')
  await expect(page.getByRole('heading', { name: `“${title}” is out of stock` })).toHaveCount(3)
  await openNotifications(page)
  await expect(channelSwitch(page, 'by email')).toBeChecked()
  const unsubscribe = /<(http[^>]+)>/.exec(mail?.unsubscribe ?? '')?.[1] ?? ''
  const answer = await request.post(unsubscribe, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(answer.ok()).toBe(true)
  await expect(channelSwitch(page, 'by email')).not.toBeChecked()
})
