import type { Browser } from '@playwright/test'
import {
  alertListSchema,
  productDetailSchema,
  SNOOZE_DAYS,
  snoozeListSchema,
} from '../../packages/contract/src/index.ts'
import type { Message } from '../deliver/outboxes.ts'
import type { Merchant } from '../product/merchant.ts'

const PATIENCE_MS = 60_000
const ORDERED_UNITS = 500

/** An action from a message, and how its result is shown. */
export interface MessageAction {
  /** Label of the link in the message. */
  label: string
  /** Label of the button on the page that the link opens. */
  button: string
  /** The heading of the page that follows. */
  done: string
  /** Text of the closed alert on screen. */
  words: string
  units?: number
  /** Returns whether the API shows the result. */
  isSo(merchant: Merchant, variantId: number): Promise<boolean>
}

export const MESSAGE_ACTIONS: readonly MessageAction[] = [
  {
    label: 'Already ordered',
    button: 'Save the order',
    done: 'Order recorded',
    words: `Ordered ${ORDERED_UNITS}, expected`,
    units: ORDERED_UNITS,
    isSo: isCovered,
  },
  {
    label: `Snooze ${SNOOZE_DAYS} days`,
    button: `Snooze for ${SNOOZE_DAYS} days`,
    done: 'Snoozed',
    words: `Snoozed for ${SNOOZE_DAYS} days.`,
    isSo: (merchant, variantId) => isSnoozed(merchant, variantId, 'until_time'),
  },
  {
    label: 'Not restocking',
    button: 'Stop its alerts',
    done: 'Alerts stopped',
    words: 'Not restocking',
    isSo: (merchant, variantId) => isSnoozed(merchant, variantId, 'muted'),
  },
]

/** Opens the link in a browser without a session; `tap` then confirms the action. */
export async function openMessageLink(
  browser: Browser,
  message: Message,
  action: MessageAction,
): Promise<{ tap(): Promise<void>; close(): Promise<void> }> {
  const url = message.link(action.label)
  if (url === null) throw new Error(`no link "${action.label}" in: ${message.content}`)
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(url)
  if (action.units !== undefined) {
    await page.getByLabel('Units ordered').fill(String(action.units))
    const expectedOn = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Expected on').fill(expectedOn)
  }
  const button = page.getByRole('button', { name: action.button })
  await button.waitFor({ timeout: PATIENCE_MS })
  return {
    tap: async () => {
      await button.click()
      await page.getByRole('heading', { name: action.done, exact: true }).waitFor({ timeout: PATIENCE_MS })
    },
    close: () => context.close(),
  }
}

/** Returns whether the product has no open alert and is covered by units on the way. */
async function isCovered(merchant: Merchant, variantId: number): Promise<boolean> {
  if (await isAlerted(merchant, variantId)) return false
  const { row, incoming } = productDetailSchema.parse(await merchant.get(`/api/products/${variantId}`))
  return row.recommendation?.kind === 'covered' && incoming.some(({ units }) => units === ORDERED_UNITS)
}

async function isSnoozed(
  merchant: Merchant,
  variantId: number,
  kind: 'until_time' | 'muted',
): Promise<boolean> {
  if (await isAlerted(merchant, variantId)) return false
  const { snoozes } = snoozeListSchema.parse(await merchant.get('/api/snoozes'))
  return snoozes.some((snooze) => snooze.variantId === variantId && snooze.kind === kind)
}

async function isAlerted(merchant: Merchant, variantId: number): Promise<boolean> {
  const { alerts } = alertListSchema.parse(await merchant.get('/api/alerts?status=active&pageSize=200'))
  return alerts.some((alert) => alert.variantId === variantId)
}
