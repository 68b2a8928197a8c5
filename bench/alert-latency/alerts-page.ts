import type { Browser, Page } from '@playwright/test'
import { signedInContext } from '../product/browser.ts'
import type { Merchant } from '../product/merchant.ts'

const PATIENCE_MS = 60_000

/** The alerts page of a merchant, in an open tab. */
export interface AlertsPage {
  /** Resolves when an open alert of this product is on the screen. */
  untilAlerted(title: string): Promise<void>
  /** Resolves when every alert of this product on the screen is closed, one of them with this text. */
  untilClosed(title: string, words: string): Promise<void>
}

export async function openAlertsPage(browser: Browser, merchant: Merchant, url: string): Promise<AlertsPage> {
  const page = await (await signedInContext(browser, merchant, url)).newPage()
  const isListening = page.waitForResponse((response) => response.url().includes('/api/events'))
  await page.goto(`${url}/alerts`)
  await isListening
  return {
    untilAlerted: (title) => alertsOf(page, title, false).first().waitFor({ timeout: PATIENCE_MS }),
    untilClosed: async (title, words) => {
      const closed = alertsOf(page, title, true).filter({ hasText: words })
      await closed.first().waitFor({ timeout: PATIENCE_MS })
      await alertsOf(page, title, false).first().waitFor({ state: 'detached', timeout: PATIENCE_MS })
    },
  }
}

function alertsOf(page: Page, title: string, isClosed: boolean) {
  return page
    .getByRole('list', { name: 'Alerts' })
    .locator(isClosed ? 'li[data-resolved]' : 'li:not([data-resolved])')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
}
