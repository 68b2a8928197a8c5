import { expect, type Page, test } from '@playwright/test'
import type { ProductList, PurchaseOrder } from '@stockcast/contract'
import { expectAccessible } from './steps/accessibility.ts'
import { callApi } from './steps/api.ts'
import { createWithStore } from './steps/merchant.ts'

const CODE = '4006381333931'

/** A camera whose picture moves, and a reader of barcodes that sees those in `window.inView`: Linux has neither. */
const camera = `
  window.inView = []
  window.BarcodeDetector = class {
    async detect(video) {
      return video.videoWidth > 0 ? window.inView.map((rawValue) => ({ rawValue })) : []
    }
  }
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement('canvas')
    const picture = canvas.getContext('2d')
    setInterval(() => picture.fillRect(Math.random() * 100, 0, 20, 20), 50)
    return canvas.captureStream(20)
  }`
/** The same camera, which the merchant does not allow the page to use. */
const forbidden = `${camera}
  navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException('Permission denied', 'NotAllowedError')
  }`

/** Places an order of one product and opens the form for its delivery. */
async function openDelivery(page: Page): Promise<{ title: string; sku: string }> {
  await createWithStore(page.request)
  const { rows } = await callApi<ProductList>(page.request, 'GET', '/api/products?pageSize=500')
  const { variantId, title, sku } = rows.find((row) => row.sku !== null && row.isTracked)!
  const supplier = await callApi<{ id: number }>(page.request, 'POST', '/api/suppliers', { name: 'Altura' })
  const draft = await callApi<PurchaseOrder>(page.request, 'POST', '/api/purchase-orders', {
    supplierId: supplier.id,
    lines: [{ variantId, units: 12 }],
  })
  await callApi(page.request, 'POST', `/api/purchase-orders/${draft.id}/order`, { version: draft.version })
  await page.goto(`/order/orders/${draft.id}?show=receive`)
  await page.getByRole('button', { name: 'Camera' }).click()
  return { title, sku: sku! }
}

const show = (page: Page, codes: string[]) => page.evaluate(`window.inView = ${JSON.stringify(codes)}`)

test('@phone a code before the camera is counted on its line of the delivery', async ({ page }) => {
  await page.addInitScript({ content: camera })
  const { title, sku } = await openDelivery(page)
  await show(page, [sku])
  await expect(page.getByText(`${title}: 1 of 12.`)).toBeVisible()
  await show(page, [CODE])
  await expect(page.getByText(`No product of this order has the code ${CODE}.`)).toBeVisible()
  await show(page, [sku])
  await expect(page.getByText(`${title}: 2 of 12.`)).toBeVisible()
  await show(page, [])
  await expect(page.getByLabel(`Accepted units of ${title}`)).toHaveValue('2')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save delivery' }).click()
  await expect(page.getByText('Delivery recorded')).toBeVisible()
})

test('@phone the page says plainly that it may not use the camera, and the code can be typed', async ({
  page,
}) => {
  await page.addInitScript({ content: forbidden })
  const { title, sku } = await openDelivery(page)
  await expect(page.getByText(/does not let this page use the camera/)).toBeVisible()
  await page.getByLabel('Barcode or SKU').fill(sku)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${title}: 1 of 12.`)).toBeVisible()
})
