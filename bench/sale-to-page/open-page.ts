import type { Page } from '@playwright/test'
import { launchBrowser, signedInContext } from '../product/browser.ts'
import type { Merchant } from '../product/merchant.ts'

const PATIENCE_MS = 20_000

export interface OpenPages {
  /** Opens a product; resolves when its stock is on the screen. */
  showProduct(variantId: number): Promise<void>
  untilStock(units: number): Promise<void>
  /** Resolves when the page of active alerts shows this product. */
  untilAlert(title: string): Promise<void>
  close(): Promise<void>
}

/** Opens the product page and the alerts page, each in a tab of a real browser. */
export async function openPages(merchant: Merchant, url: string): Promise<OpenPages> {
  const browser = await launchBrowser()
  const context = await signedInContext(browser, merchant, url)
  const product = await context.newPage()
  const alerts = await context.newPage()
  await alerts.goto(`${url}/alerts`)
  return {
    showProduct: async (variantId) => {
      await product.bringToFront()
      await product.goto(`${url}/products/${variantId}`)
      await stockOn(product).waitFor({ timeout: PATIENCE_MS })
    },
    untilStock: (units) =>
      stockOn(product)
        .getByText(units.toLocaleString('en-US'), { exact: true })
        .waitFor({ timeout: PATIENCE_MS }),
    untilAlert: (title) => alerts.getByText(title).first().waitFor({ timeout: PATIENCE_MS }),
    close: () => browser.close(),
  }
}

/** Returns the figure next to "Current Stock". */
function stockOn(page: Page) {
  return page.getByText('Current Stock', { exact: true }).locator('xpath=following-sibling::dd[1]')
}
