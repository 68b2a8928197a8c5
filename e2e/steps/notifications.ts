import { randomInt, randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { sandboxOutboxes } from './outboxes.ts'

export interface Targets {
  /** Path after the prefix of Slack's webhooks. */
  webhook: string
  address: string
  phone: string
}

/** Returns targets that no other test uses. */
export function newTargets(): Targets {
  return {
    webhook: `T0E2E/B0E2E/${randomUUID().replaceAll('-', '')}`,
    address: `stock-${randomUUID().slice(0, 8)}@example.com`,
    phone: `+1415555${randomInt(2000, 10_000)}`,
  }
}

export const channel = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
export const channelSwitch = (page: Page, name: 'to Slack' | 'by email' | 'by SMS') =>
  page.getByRole('switch', { name: `Send alerts ${name}` })

export async function openNotifications(page: Page): Promise<void> {
  await page.goto('/settings?tab=notifications')
  await expect(channelSwitch(page, 'to Slack')).toBeVisible()
}

export async function saveNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Notification settings saved successfully')).toBeVisible()
}

/** Turns on Slack, mail and SMS without quiet hours; the number is not confirmed yet. */
export async function fillChannels(page: Page, { webhook, address, phone }: Targets): Promise<void> {
  await openNotifications(page)
  await page.getByLabel('Slack webhook URL').fill(`https://hooks.slack.com/services/${webhook}`)
  await channelSwitch(page, 'by email').click()
  await page.getByLabel('Notification email').fill(address)
  await channelSwitch(page, 'by SMS').click()
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('checkbox', { name: /^I agree that Stockcast sends stock alerts by SMS/ }).check()
  await channel(page, 'SMS').getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('Quiet from').fill('00:00')
  await page.getByLabel('Quiet until').fill('00:00')
}

/** Confirms the address as the person who reads its mail. */
export async function confirmAddress(page: Page, request: APIRequestContext, address: string): Promise<void> {
  await expect(page.getByText('Waiting for confirmation.')).toBeVisible()
  const stranger = await page.context().newPage()
  await stranger.goto(await sandboxOutboxes(request).confirmLinkAt(address))
  await stranger.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(stranger.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
  await stranger.close()
  await expect(page.getByText('Waiting for confirmation.')).toBeHidden()
}

export async function confirmPhone(page: Page, request: APIRequestContext, phone: string): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code', { exact: true }).fill(await sandboxOutboxes(request).codeAt(phone))
  await page.getByRole('button', { name: 'Confirm number' }).click()
  await expect(page.getByText(/^Number confirmed, agreed on/)).toBeVisible()
}
